/** Takes its seat and never answers. */

import { join } from "./contract";

join().resume();

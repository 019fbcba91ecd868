/** Falls over a moment after it has joined. */

import { join } from "./contract";

join().once("data", () => {
  setTimeout(() => {
    console.error("out of ideas");
    process.exit(5);
  }, 300);
});

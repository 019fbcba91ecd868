/** Sends 20,000 valid messages that answer nothing. */

import { join, stop } from "./contract";

const stream = join();
stream.on("error", () => process.exit(0));
stream.resume();
for (let sent = 0; sent < 20_000; sent += 1) stream.write(stop(4_000_000_000));

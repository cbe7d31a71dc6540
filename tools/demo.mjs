#!/usr/bin/env node
// Shows the built program with the data of the sandbox: `npm run demo`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const CARRY = fileURLToPath(new URL("../bin/carry.js", import.meta.url));

/** Writes text; ends quietly if nobody reads on, as with `npm run demo | head -3`. */
function write(text) {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error?.code === "EPIPE") process.exit();
      if (error) reject(error);
      else resolve();
    });
  });
}

for (const words of ["status", "list --limit 8"]) {
  const argv = [CARRY, "--profile", "sandbox", ...words.split(" "), "--quiet"];
  const { status } = spawnSync(process.execPath, argv, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  await write("\n");
}
await write("Try next: node bin/carry.js --profile sandbox watch\n");

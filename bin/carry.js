#!/usr/bin/env node
// Node 21 and 22.0 to 22.2 lack what the bundle gets Node's own modules with.
process.getBuiltinModule ??= (await import("node:module")).createRequire(import.meta.url);
// Node 20 has no compile cache, and only asking node:module for it costs 2 % of a start there.
if (Number.parseInt(process.versions.node, 10) >= 22) {
  process.getBuiltinModule("node:module").enableCompileCache?.();
}
// A TAB press waits for it: it gets by without the rest of the program.
const program = process.argv[2] === "__complete" ? "../dist/complete.js" : "../dist/cli.js";
const { main } = await import(program);
await main();

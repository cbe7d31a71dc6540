#!/usr/bin/env node
import module from "node:module";

module.enableCompileCache?.();
// A TAB press waits for it: it gets by without the rest of the program.
const program = process.argv[2] === "__complete" ? "../dist/complete.js" : "../dist/cli.js";
const { main } = await import(program);
await main();

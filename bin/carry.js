#!/usr/bin/env node
// CommonJS, which Node starts sooner than ES modules (bench/results.md).
const [word, ...more] = process.argv.slice(2);
if (answered()) {
  process.exit(); // Node takes longer to leave by itself (bench/results.md)
} else {
  start();
}

/** What needs neither the reading of command lines nor their commands, and is to be quick. */
function answered() {
  if (word === "__complete") {
    require("../dist/start/complete.cjs").main(); // a TAB press waits for it
    return true;
  }
  const isFront = more.length === 0 && /^(-h|--help|-V|--version)$/.test(word);
  return isFront && require("../dist/start/front.cjs").answer(word);
}

function start() {
  // Node 20 has no compile cache, and only asking node:module for it costs 2 % of a start there.
  if (Number.parseInt(process.versions.node, 10) >= 22) {
    require("../dist/start/code-cache.cjs").keepCompiledCode();
  }
  require("../dist/program/cli.cjs").main();
}

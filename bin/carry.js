#!/usr/bin/env node
// CommonJS, which Node starts faster than ES modules (bench/speed.md).
const [word, ...more] = process.argv.slice(2);
if (answered()) {
  process.exit(); // faster than the end of the event loop (bench/speed.md)
} else {
  start();
}

/** Answers completion, help and version quickly, without the parser and the commands. */
function answered() {
  if (word === "__complete") {
    require("../dist/start/complete.cjs").main(); // the user waits after TAB
    return true;
  }
  const isFlag = more.length === 0 && /^(-h|--help|-V|--version)$/.test(word);
  const isFront = word === undefined || isFlag;
  return isFront && require("../dist/start/front.cjs").answer(word);
}

function start() {
  // Node 20 has no compile cache, and loading node:module to find out costs 2 % of its start-up.
  if (Number.parseInt(process.versions.node, 10) >= 22) {
    require("../dist/start/code-cache.cjs").keepCompiledCode();
  }
  require("../dist/program/cli.cjs").main();
}

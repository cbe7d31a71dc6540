/*
 * Required before a program: when it ends, it leaves in the directory TEST_COSTS how much memory it
 * took at most, and for how long it ran.
 */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { performance } = require("node:perf_hooks");

process.on("exit", () => {
  const cost = { mb: process.resourceUsage().maxRSS / 1000, ms: performance.now() };
  writeFileSync(join(process.env.TEST_COSTS, `${process.pid}.json`), JSON.stringify(cost));
});

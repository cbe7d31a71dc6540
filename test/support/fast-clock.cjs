/*
 * Required before a program: for it, time passes TEST_SPEED times as fast. SIGUSR2 makes it append
 * to the file TEST_HEAP how many bytes are in use after a garbage collection.
 */
const { appendFileSync } = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const timers = require("node:timers/promises");

const speed = Number(process.env.TEST_SPEED);
const { now } = Date;
const start = now();
Date.now = () => start + (now() - start) * speed;

const wait = timers.setTimeout;
timers.setTimeout = (ms, ...rest) => wait(ms / speed, ...rest);
syncBuiltinESMExports();

process.on("SIGUSR2", () => {
  globalThis.gc();
  appendFileSync(process.env.TEST_HEAP, `${process.memoryUsage().heapUsed}\n`);
});

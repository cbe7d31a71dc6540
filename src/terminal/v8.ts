/** Size of the space for new objects in Node 20. More did not speed listings up (bench/results.md). */
const ENOUGH_FOR_NEW_OBJECTS = 12_000_000;
const LOOK_EVERY_MS = 50;

/** Tunes V8 for the time of a short command and the memory of a long listing. */
export async function tuneV8(): Promise<void> {
  boundNewSpace();
  if (Number.parseInt(process.versions.node, 10) < 22) await deferWasmOptimisation();
}

/**
 * Delays V8's optimisation of WebAssembly. Node 20 optimises undici's HTTP parser after a single
 * response, and the process waits for the compiler before it exits: a quarter of the time of a short
 * command (bench/results.md). The budget set here is the default of V8 12 (Node 22). The setting
 * applies to the whole process, so only the program uses it, not the library.
 */
async function deferWasmOptimisation(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--wasm-tiering-budget=13000000");
}

/**
 * Stops the growth of the space for new objects at some MB. Node 24 lets it grow to four times the
 * size of Node 20, and a long listing fills it: 330 MiB for a million positions. V8 reads its own
 * limit only at start-up, but the growth factor at each growth.
 */
function boundNewSpace(): void {
  const timer = setInterval(async () => {
    const { getHeapSpaceStatistics, setFlagsFromString } = await import("node:v8");
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (space !== undefined && space.space_size < ENOUGH_FOR_NEW_OBJECTS) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}

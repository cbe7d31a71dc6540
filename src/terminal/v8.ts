/** As much as Node 20 gives to new objects; more made listings no faster (bench/results.md). */
const ENOUGH_FOR_NEW_OBJECTS = 12_000_000;
const LOOK_EVERY_MS = 50;

/** Settles what V8 would do to a short command's time and a long listing's memory. */
export async function tuneV8(): Promise<void> {
  boundNewSpace();
  if (Number.parseInt(process.versions.node, 10) < 22) await deferWasmOptimisation();
}

/**
 * Lets WebAssembly run a while before V8 optimises it. Node 20 hands undici's HTTP parser to the
 * optimising compiler after a single answer, and the process waits for it at its end: a quarter
 * of the time of a short command (bench/results.md). V8 12, in Node 22, has raised its budget to the
 * number that is set here. It holds for the whole process, so only the program does it, not the
 * library.
 */
async function deferWasmOptimisation(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--wasm-tiering-budget=13000000");
}

/**
 * Ends the growth of the space for new objects once it has some MB. Node 24 lets it grow to four
 * times what Node 20 does, and a long listing fills what there is: 330 MiB for a million positions.
 * V8 reads the limit itself when it starts, and the factor each time that it grows.
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

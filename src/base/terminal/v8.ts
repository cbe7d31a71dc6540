/** Bytes for new objects in Node 20. More did not speed listings up (bench/speed.md). */
const ENOUGH_FOR_NEW_OBJECTS = 12_000_000;
const LOOK_EVERY_MS = 50;
/** Newest version of Node whose V8 is known to have the flags below. */
const NEWEST_TRIED = 24;

function majorOfNode(): number {
  return Number.parseInt(process.versions.node, 10);
}

/** Tunes V8 for the time of a short command and the memory of a long listing. */
export async function tuneV8(): Promise<void> {
  boundNewSpace();
  const { setFlagsFromString } = await import("node:v8");
  for (const flag of optimiserFlags(majorOfNode())) setFlagsFromString(flag);
}

/**
 * Returns flags that delay V8's optimising compilers. At its own thresholds, V8 spends a fifth to a third
 * of the processor time of a command of a third of a second on code that the command has nearly done
 * with (bench/speed.md). Node 20 also optimises undici's HTTP parser, in WebAssembly, after a single
 * response, and the process waits for the compiler before it exits; the budget set here is the default
 * of V8 12 (Node 22). V8 reports a flag that it does not know on stderr, so that versions not tested yet
 * keep their own thresholds. The flags apply to the whole process, so only the program uses them, not
 * the library.
 * @param node major version
 */
function optimiserFlags(node: number): readonly string[] {
  if (node < 22) return ["--interrupt-budget=500000", "--wasm-tiering-budget=13000000"];
  if (node > NEWEST_TRIED) return [];
  return ["--invocation-count-for-maglev=3000", "--invocation-count-for-turbofan=24000"];
}

/**
 * Stops the growth of the space for new objects from 12 MB on. Node 24 lets it grow to four times the
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

/**
 * Has V8 clear away old objects once they have grown by a fifth, for a program that runs all day: a watch of
 * 500 positions takes 170 MB, without it 340 and rising. Its `--optimize-for-size` takes 130, but its
 * collections last up to 90 ms, in which no key is answered (bench/speed.md).
 */
export async function boundHeap(): Promise<void> {
  if (majorOfNode() > NEWEST_TRIED) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--heap-growing-percent=20");
}

/**
 * Lets WebAssembly run a while before V8 optimises it. Node 20 hands undici's HTTP parser to the
 * optimising compiler after a single answer, and the process waits for it at its end: a quarter
 * of the time of a short command (bench/results.md). V8 12, in Node 22, has raised its budget to the
 * number that is set here. It holds for the whole process, so only the program does it, not the
 * library.
 */
export async function deferWasmOptimisation(): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) >= 22) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--wasm-tiering-budget=13000000");
}

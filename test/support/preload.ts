import { fileURLToPath } from "node:url";

/** What a test has Node load before the program, each described in its file. */
export type Preloaded = "cost.cjs" | "fast-clock.cjs" | "frozen-clock.cjs";

export function preloadedFile(name: Preloaded): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Returns the option that loads it, as NODE_OPTIONS has it: quoted, as a clone may lie anywhere. */
export function preloading(name: Preloaded): string {
  return `--require "${preloadedFile(name).replaceAll(/["\\]/g, "\\$&")}"`;
}

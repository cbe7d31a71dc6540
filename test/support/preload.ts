import { fileURLToPath } from "node:url";

/** Modules that Node loads before the program, described in their files. */
export type Preloaded = "cost.cjs" | "fast-clock.cjs" | "frozen-clock.cjs";

export function preloadedFile(name: Preloaded): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Returns the option that loads it, as NODE_OPTIONS has it: quoted, as a clone may lie anywhere. */
export function preloading(name: Preloaded): string {
  return `--require "${preloadedFile(name).replaceAll(/["\\]/g, "\\$&")}"`;
}

import type { Sink } from "../../src/base/terminal/io.js";
import type { Sourced } from "../../src/output/formats/format.js";

/** Returns a sink that records each write. */
export interface MemorySink extends Sink {
  readonly writes: string[];
  text(): string;
}

export function memorySink(isTTY = false): MemorySink {
  const writes: string[] = [];
  return {
    isTTY,
    columns: isTTY ? 80 : undefined,
    writes,
    text: () => writes.join(""),
    async write(text) {
      writes.push(String(text));
    },
  };
}

export function sourced<T>(value: T, source = JSON.stringify(value)): Sourced<T> {
  return { value, source };
}

/** Yields pages of items; throws an Error among them in its turn. */
export async function* pagesOf<T>(
  ...pages: (readonly T[] | Error)[]
): AsyncIterable<readonly Sourced<T>[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield page.map((value) => sourced(value));
  }
}

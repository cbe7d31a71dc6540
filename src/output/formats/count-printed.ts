import { BrokenPipeError } from "../../terminal/io.js";
import { PartialOutputError } from "./errors.js";
import type { Pages } from "./pages.js";

/**
 * Writes pages as they come; when that fails, the error tells how many items had been written.
 * @param cursorOption what a cursor to go on from is given with
 * @throws {PartialOutputError} when it fails after some items
 */
export async function countPrinted<T, R>(
  pages: Pages<T>,
  write: (pages: Pages<T>) => Promise<R>,
  cursorOption?: PartialOutputError["cursorOption"],
): Promise<R> {
  const counter = { printed: 0 };
  try {
    return await write(counted(pages, counter));
  } catch (error) {
    if (counter.printed === 0 || error instanceof BrokenPipeError) throw error;
    throw new PartialOutputError(counter.printed, error, cursorOption);
  }
}

/** Counts the items of a page once the writer has come back for the next one. */
async function* counted<T>(pages: Pages<T>, counter: { printed: number }): Pages<T> {
  for await (const page of pages) {
    yield page;
    counter.printed += page.length;
  }
}

import { BrokenPipeError } from "../../base/terminal/io.js";
import { PartialOutputError } from "./errors.js";

/** A value from the service with its exact JSON text as sent. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: string;
  /** Whether the value has the digits of every number of the text; undefined when unknown. */
  readonly keepsDigits?: boolean | undefined;
}

/** A list as it arrives: page by page, each item with its JSON text as sent. */
export type Pages<T> = AsyncIterable<readonly Sourced<T>[]>;

/** Returns complete items as a list of one page. */
export async function* onePage<T>(items: readonly Sourced<T>[]): Pages<T> {
  yield items;
}

/**
 * Writes pages as they arrive, and counts the items written for the error of a failure.
 * @throws {PartialOutputError} when it fails after some items
 */
export async function countPrinted<T, R>(
  pages: Pages<T>,
  write: (pages: Pages<T>) => Promise<R>,
): Promise<R> {
  const counter = { printed: 0 };
  try {
    return await write(counted(pages, counter));
  } catch (error) {
    if (counter.printed === 0 || error instanceof BrokenPipeError) throw error;
    throw new PartialOutputError(counter.printed, error);
  }
}

/** Counts the items of a page when the writer requests the next one. */
async function* counted<T>(pages: Pages<T>, counter: { printed: number }): Pages<T> {
  for await (const page of pages) {
    yield page;
    counter.printed += page.length;
  }
}

import type { Sourced } from "../text/sourced.js";

/** A list as it arrives: page by page, each item with its JSON text as sent. */
export type Pages<T> = AsyncIterable<readonly Sourced<T>[]>;

/** Returns complete items as a list of one page. */
export async function* onePage<T>(items: readonly Sourced<T>[]): Pages<T> {
  yield items;
}

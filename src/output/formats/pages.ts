import type { Sourced } from "../text/sourced.js";

/** A list as it comes in: page by page, each item with the JSON text it was sent as. */
export type Pages<T> = AsyncIterable<readonly Sourced<T>[]>;

/** Items that are all there, as a list of one page. */
export async function* onePage<T>(items: readonly Sourced<T>[]): Pages<T> {
  yield items;
}

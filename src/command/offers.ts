import type { Offers } from "./spec.js";

/** A reader of values that tells completion what it takes. */
export function offering<R extends object>(offers: Offers, reader: R): R {
  return Object.assign(reader, { offers });
}

/** What a reader takes; nothing for one that does not tell. */
export function offersOf(reader: unknown): Offers {
  return (reader as { offers?: Offers } | undefined)?.offers ?? {};
}

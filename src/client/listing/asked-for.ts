import type { OnDoubt } from "../doubt.js";
import type { Item } from "./pages.js";

/**
 * Returns the records that were asked for: a service may ignore a parameter that it does not know.
 * The others are counted for `onDoubt`.
 */
export function onlyAskedFor<T>(
  items: readonly Item<T>[],
  isAskedFor: (item: Item<T>) => boolean,
  parameter: string,
  onDoubt: OnDoubt | undefined,
): Item<T>[] {
  const kept = items.filter(isAskedFor);
  const records = items.length - kept.length;
  if (records > 0) onDoubt?.({ kind: "not_asked_for", parameter, records });
  return kept;
}

import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import { type Changes, changesBetween } from "./changes.js";

/** A change of a position between two rounds. */
export interface WatchEvent {
  readonly event: "opened" | "closed" | "changed" | "removed";
  /** The position now; for one that is no longer listed, the last one. */
  readonly item: Item<Position>;
  /** Changed fields of a position that is in both rounds. */
  readonly changes?: Changes;
}

/** Returns the changes in the order of the listing; removed positions come last. */
export function eventsBetween(
  before: ReadonlyMap<string, Item<Position>>,
  after: ReadonlyMap<string, Item<Position>>,
): WatchEvent[] {
  const events: WatchEvent[] = [];
  for (const [id, item] of after) {
    const event = eventOf(before.get(id)?.value, item);
    if (event !== undefined) events.push(event);
  }
  for (const [id, item] of before) {
    if (!after.has(id)) events.push({ event: "removed", item });
  }
  return events;
}

function eventOf(before: Position | undefined, item: Item<Position>): WatchEvent | undefined {
  const event = item.value.status === "open" ? "opened" : "closed";
  if (before === undefined) return { event, item };
  const changes = changesBetween(before, item.value);
  if (Object.keys(changes).length === 0) return undefined;
  return { event: before.status === item.value.status ? "changed" : event, item, changes };
}

import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import { type Changes, changesBetween } from "./changes.js";

/** What happened to a position between two rounds. */
export interface WatchEvent {
  readonly event: "opened" | "closed" | "changed" | "removed";
  /** As it is now; for one that is not listed any more, as it was. */
  readonly item: Item<Position>;
  /** Of a position that was there before and still is. */
  readonly changes?: Changes;
}

/** What happened, in the order of the listing; positions that are gone come last. */
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

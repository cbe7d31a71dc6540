import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import type { Query } from "../output/query/query.js";
import { compactJson } from "../output/text/json-text.js";
import type { WatchEvent } from "./events.js";

/** How events become lines of JSON. */
export interface EventLines {
  ofEvent(event: WatchEvent, at: number): string;
  ofAlert(item: Item<Position>, expression: string, at: number): string;
}

/** @param query what `--query` makes of each line; the line itself when undefined */
export function createEventLines(query: Query | undefined): EventLines {
  const line = (head: Record<string, unknown>, at: number, { value, source }: Item<Position>) => {
    const { event, ...rest } = head;
    const told = { event, at: new Date(at).toISOString(), position_id: value.position_id, ...rest };
    if (query !== undefined) {
      return `${JSON.stringify(query.apply({ ...told, position: value }) ?? null)}\n`;
    }
    // The position stands there as it was sent, to the last digit.
    return `${JSON.stringify(told).slice(0, -1)},"position":${compactJson(source)}}\n`;
  };
  return {
    ofEvent: ({ event, item, changes }, at) => line({ event, changes }, at, item),
    ofAlert: (item, expression, at) => line({ event: "alert", expression }, at, item),
  };
}

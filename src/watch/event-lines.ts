import { isoTime } from "../base/time/iso-time.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import { QueryError } from "../output/formats/errors.js";
import type { Query } from "../output/query/query.js";
import { compactJson } from "../output/text/json-text.js";
import type { Messages } from "../output/text/messages.js";
import type { Alerted } from "./alerts.js";
import type { WatchEvent } from "./events.js";
import type { NoticeEvent } from "./notices.js";

/**
 * Creates the lines of events: JSON, empty for an event that `--query` leaves out.
 * @param query the expression of `--query`: its result replaces the line; null and false leave it out
 * @param messages receives a warning for a position's event that the query fails for
 */
export function createEventLines(query: Query | undefined, messages: Messages) {
  const ofPosition = (
    { event, ...rest }: { readonly event: string } & Record<string, unknown>,
    at: number,
    { value, source }: Item<Position>,
  ) => {
    const head = { event, at: isoTime(at), position_id: value.position_id, ...rest };
    if (query === undefined) {
      // The position is copied as it was sent, with every digit.
      return `${JSON.stringify(head).slice(0, -1)},"position":${compactJson(source)}}\n`;
    }
    try {
      return lineOf(query.apply({ ...head, position: value }));
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      messages.warning("EVENT_LEFT_OUT", `an event is left out: ${error.message}`);
      return "";
    }
  };
  return {
    /** @param at milliseconds since the epoch */
    ofNotice: (event: NoticeEvent, at: number) => noticeLine(event, at, query),
    ofEvent: ({ event, item, changes }: WatchEvent, at: number) =>
      ofPosition({ event, changes }, at, item),
    ofInitial: (item: Item<Position>, at: number) => ofPosition({ event: "initial" }, at, item),
    /** @param expression the condition of `--alert`; undefined for a rule of `status` */
    ofAlert(
      event: "alert" | "resolved",
      { item, rule, since, summary }: Alerted,
      expression: string | undefined,
      at: number,
    ) {
      if (expression !== undefined && item !== undefined) {
        return ofPosition({ event, expression, ...(summary !== "" && { summary }) }, at, item);
      }
      const { position_id = "", asset = "" } = item?.value ?? {};
      const said = event === "alert" ? { summary } : {};
      const fields = { position_id, asset, rule, since: isoTime(since), ...said };
      return noticeLine({ event, ...fields }, at, query);
    },
  };
}

/** A query for positions may fail for an event without one, which is then left out silently. */
function noticeLine({ event, ...rest }: NoticeEvent, at: number, query: Query | undefined): string {
  const head = { event, at: isoTime(at), ...rest };
  if (query === undefined) return `${JSON.stringify(head)}\n`;
  try {
    // Queries see what a program that parses the line would see, without absent fields.
    return lineOf(query.apply(JSON.parse(JSON.stringify(head))));
  } catch (error) {
    if (error instanceof QueryError) return "";
    throw error;
  }
}

function lineOf(result: unknown): string {
  return (result ?? false) === false ? "" : `${JSON.stringify(result)}\n`;
}

import { isoTime } from "../base/time/moment.js";
import { QueryError } from "../output/formats/errors.js";
import type { Query } from "../output/query/query.js";
import type { Alerted } from "./alert-title.js";
import type { WatchEvent } from "./notices.js";

/** Returns the event of an alert that begins or ends. */
export function alertEvent(
  event: "alert" | "resolved",
  { item, rule, since, summary }: Alerted,
): WatchEvent {
  const { position_id = "", asset = "" } = item?.value ?? {};
  const said = event === "alert" ? { summary } : {};
  return { event, position_id, asset, rule, since: isoTime(since), ...said };
}

/**
 * Returns the line of an event: JSON, empty for an event that `--query` leaves out. A query may fail for an
 * event without what it names, which is then left out silently.
 * @param at milliseconds since the epoch
 * @param query the expression of `--query`: its result replaces the line; null and false leave it out
 */
export function eventLine(
  { event, ...rest }: WatchEvent,
  at: number,
  query: Query | undefined,
): string {
  const line = JSON.stringify({ event, at: isoTime(at), ...rest });
  if (query === undefined) return `${line}\n`;
  try {
    // Queries see what a program that parses the line would see, without absent fields.
    const result = query.apply(JSON.parse(line)) ?? false;
    return result === false ? "" : `${JSON.stringify(result)}\n`;
  } catch (error) {
    if (error instanceof QueryError) return "";
    throw error;
  }
}

import { emptySides } from "../analytics/position/held-legs.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Leg, Position } from "../client/resources/position.js";
import { uniqueLength } from "../output/table/fit.js";
import type { FormatContext } from "../output/text/format.js";
import { formatCell } from "../output/text/format.js";
import type { Alerted, AlertUpdate } from "./alerts.js";
import type { Changes } from "./changes.js";
import { eventsBetween, type WatchEvent } from "./events.js";
import { byId, type Round } from "./round.js";
import { saidOf } from "./screen/alert-title.js";

/** An event of a position in the log of a shown watch. */
export interface LogEntry {
  /** Time of the round that found it, in milliseconds since the epoch. */
  readonly at: number;
  readonly what: "opened" | "closed" | "vanished" | "resized" | "unhedged" | "alerted" | "cleared";
  readonly asset: string;
  /** Shortest prefix of the id that is unique. */
  readonly id: string;
  /** The legs, their sizes, or the net PnL; may be empty. */
  readonly detail: string;
}

/** Maximum number of entries, since a watch may run for weeks. */
const MOST_ENTRIES = 200;

/** Returns a log with more entries, the newest last. */
export function withEntries(
  log: readonly LogEntry[],
  entries: readonly LogEntry[],
): readonly LogEntry[] {
  return entries.length === 0 ? log : [...log, ...entries].slice(-MOST_ENTRIES);
}

/** Two rounds, and the changes of `--alert` between them. */
export interface Step {
  /** Undefined for the first round of a watch without a state. */
  readonly before: Round | undefined;
  readonly after: Round;
  readonly alerts: Pick<AlertUpdate, "fresh" | "cleared">;
}

/** Returns the entries of a round: its events, as a pipe gets them, and its alerts. */
export function entriesOf(
  { before, after, alerts }: Step,
  context: FormatContext,
): readonly LogEntry[] {
  const events = before === undefined ? [] : eventsBetween(byId(before), byId(after));
  const all = [
    ...events.flatMap((event) => logEventOf(event, context) ?? []),
    ...alerts.fresh.map((it) => alertOf("alerted", it)),
    ...alerts.cleared.map((it) => alertOf("cleared", it)),
  ];
  if (all.length === 0) return [];
  const known = [...(before?.items ?? []), ...after.items];
  const length = uniqueLength(known.map(({ value }) => value.position_id));
  return all.map(({ what, item, detail }) => ({
    at: after.at,
    what,
    asset: item?.value.asset ?? "portfolio",
    id: item?.value.position_id.slice(0, length) ?? "",
    detail,
  }));
}

interface LogEvent {
  readonly what: LogEntry["what"];
  /** Undefined for the portfolio. */
  readonly item: Item<Position> | undefined;
  readonly detail: string;
}

/** Returns an alert with what is wrong; with the condition of `--alert`, the table shows it. */
function alertOf(what: "alerted" | "cleared", it: Alerted): LogEvent {
  const { item, summary } = it;
  return { what, item, detail: summary === "" ? "" : what === "alerted" ? saidOf(it) : it.rule };
}

/** Returns undefined for changed figures, which the table shows. */
function logEventOf(
  { event, item, changes = {} }: WatchEvent,
  context: FormatContext,
): LogEvent | undefined {
  const { value } = item;
  switch (event) {
    case "opened":
      return { what: "opened", item, detail: legsText(value.legs, context) };
    case "closed":
      return { what: "closed", item, detail: netText(value, context) };
    case "removed":
      return { what: "vanished", item, detail: netText(value, context) };
    default: {
      const detail = resizeText(value, changes, context);
      if (detail === "") return undefined;
      const [side] = emptySides(value);
      if (side === undefined) return { what: "resized", item, detail };
      return { what: "unhedged", item, detail: `no ${side} leg: ${detail}` };
    }
  }
}

/** Describes how the sizes of legs changed; empty if they did not. */
function resizeText({ legs }: Position, changes: Changes, context: FormatContext): string {
  if (changes.legs !== undefined) return `now ${legsText(legs, context)}`;
  const arrow = context.unicode ? "→" : "->";
  return legs
    .flatMap((leg, place) => {
      const change = changes[`legs.${place}.quantity`];
      if (change === undefined) return [];
      const old = formatCell("quantity", change.old, context);
      return [`${leg.side} ${leg.exchange} ${old} ${arrow} ${sizeText(leg, context)}`];
    })
    .join(", ");
}

function legsText(legs: readonly Leg[], context: FormatContext): string {
  if (legs.length === 0) return "no legs";
  return legs.map((leg) => `${leg.side} ${leg.exchange} ${sizeText(leg, context)}`).join(", ");
}

function sizeText({ quantity }: Leg, context: FormatContext): string {
  return formatCell("quantity", quantity, context);
}

function netText({ performance }: Position, context: FormatContext): string {
  const net = performance?.net_pnl ?? null;
  return net === null ? "" : `net PnL ${formatCell("usd", net, context, true)}`;
}

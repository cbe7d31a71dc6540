import type { Item } from "../client/listing/pages.js";
import type { LegSummary, Position } from "../client/resources/position.js";
import { uniqueLength } from "../output/table/fit.js";
import type { FormatContext } from "../output/text/format.js";
import { formatCell } from "../output/text/format.js";
import type { AlertUpdate } from "./alerts.js";
import type { Changes } from "./changes.js";
import { eventsBetween, type WatchEvent } from "./events.js";
import { byId, type Round } from "./round.js";

/** What happened to a position, as the log of a shown watch says it. */
export interface LogEntry {
  /** When it was seen, milliseconds since the epoch. */
  readonly at: number;
  readonly what: "opened" | "closed" | "vanished" | "resized" | "alerted" | "cleared";
  readonly asset: string;
  /** As much of it as tells it from the others. */
  readonly id: string;
  /** The legs, their sizes, or the net PnL; empty where there is nothing to add. */
  readonly detail: string;
}

/** Older ones are forgotten: a watch may run for weeks. */
const MOST_ENTRIES = 200;

/** Adds entries to a log, the newest last. */
export function withEntries(
  log: readonly LogEntry[],
  entries: readonly LogEntry[],
): readonly LogEntry[] {
  return entries.length === 0 ? log : [...log, ...entries].slice(-MOST_ENTRIES);
}

/** Two rounds, and what became of the condition of `--alert` between them. */
export interface Step {
  /** Undefined before the first round. */
  readonly before: Round | undefined;
  readonly after: Round;
  readonly alerts: Pick<AlertUpdate, "fresh" | "cleared">;
}

/** Returns what the log says of a round: the events that a pipe gets, and the alerts. */
export function entriesOf(
  { before, after, alerts }: Step,
  context: FormatContext,
): readonly LogEntry[] {
  const events = before === undefined ? [] : eventsBetween(byId(before), byId(after));
  const happened = [
    ...events.flatMap((event) => happeningOf(event, context) ?? []),
    ...alerts.fresh.map((item) => ({ what: "alerted" as const, item, detail: "" })),
    ...alerts.cleared.map((item) => ({ what: "cleared" as const, item, detail: "" })),
  ];
  if (happened.length === 0) return [];
  const known = [...(before?.items ?? []), ...after.items];
  const length = uniqueLength(known.map(({ value }) => value.position_id));
  return happened.map(({ what, item: { value }, detail }) => ({
    at: after.at,
    what,
    asset: value.asset,
    id: value.position_id.slice(0, length),
    detail,
  }));
}

interface Happening {
  readonly what: LogEntry["what"];
  readonly item: Item<Position>;
  readonly detail: string;
}

/** Undefined for figures that moved: the table shows those. */
function happeningOf(
  { event, item, changes = {} }: WatchEvent,
  context: FormatContext,
): Happening | undefined {
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
      return detail === "" ? undefined : { what: "resized", item, detail };
    }
  }
}

/** How the legs have changed in size; empty where they have not. */
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

function legsText(legs: readonly LegSummary[], context: FormatContext): string {
  if (legs.length === 0) return "no legs";
  return legs.map((leg) => `${leg.side} ${leg.exchange} ${sizeText(leg, context)}`).join(", ");
}

function sizeText({ quantity }: LegSummary, context: FormatContext): string {
  return formatCell("quantity", quantity, context);
}

function netText({ performance }: Position, context: FormatContext): string {
  const net = performance?.net_pnl ?? null;
  return net === null ? "" : `net PnL ${formatCell("usd", net, context, true)}`;
}

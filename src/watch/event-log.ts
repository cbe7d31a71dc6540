import { emptySides } from "../analytics/position/held-legs.js";
import type { Handles } from "../base/names/handle.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Leg, Position } from "../client/resources/position.js";
import type { FormatContext } from "../output/text/format.js";
import { formatCell } from "../output/text/format.js";
import { saidOf } from "./alert-title.js";
import type { Alerted, AlertUpdate } from "./alerts.js";
import type { Changes } from "./changes.js";
import { eventsBetween, type WatchEvent } from "./events.js";
import { byId, type Round } from "./round.js";

/** An event of a position in the log of a shown watch. */
export interface LogEntry {
  /** Time of the round that found it, in milliseconds since the epoch. */
  readonly at: number;
  readonly what: "opened" | "closed" | "vanished" | "resized" | "unhedged" | "alerted" | "cleared";
  /** Name of the position; `portfolio` for an alert about all of them. */
  readonly name: string;
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
  /** Names of the positions, as the table has them. */
  readonly handles: Handles;
  /** Reports whether the portfolio of a position could not be listed in one of the two rounds. */
  readonly isMissing?: (positionId: string) => boolean;
}

/** Returns the entries of a round: its events, as a pipe gets them, and its alerts. */
export function entriesOf(
  { before, after, alerts, handles, isMissing = () => false }: Step,
  context: FormatContext,
): readonly LogEntry[] {
  const events = before === undefined ? [] : eventsBetween(byId(before), byId(after));
  const all = [
    ...events
      .filter(({ item }) => !isMissing(item.value.position_id))
      .flatMap((event) => logEventOf(event, context) ?? []),
    ...alerts.fresh.map((it) => alertOf("alerted", it, after.at, context)),
    ...alerts.cleared.map((it) => alertOf("cleared", it, after.at, context)),
  ];
  return all.map(({ what, item, detail }) => ({
    ...{ at: after.at, what, detail },
    name: item === undefined ? "portfolio" : handles.of(item.value),
  }));
}

interface LogEvent {
  readonly what: LogEntry["what"];
  /** Undefined for the portfolio. */
  readonly item: Item<Position> | undefined;
  readonly detail: string;
}

/** Returns an alert with what is wrong, or which rule it was and how long it lasted. */
function alertOf(
  what: "alerted" | "cleared",
  it: Alerted,
  at: number,
  context: FormatContext,
): LogEvent {
  const { item, rule, since } = it;
  const lasted = since > 0 && at > since ? formatCell("age", at - since, context) : undefined;
  if (what === "alerted") {
    return { what, item, detail: saidOf(it) + (lasted === undefined ? "" : ` (since ${lasted})`) };
  }
  return { what, item, detail: rule + (lasted === undefined ? "" : ` (after ${lasted})`) };
}

/** Returns the entry of an event; undefined for changed figures, which the table shows. */
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

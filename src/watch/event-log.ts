import type { Item } from "../client/listing/item-pages.js";
import type { Leg, Position } from "../client/resources/position.js";
import { emptySides } from "../figures/engine/position/legs.js";
import type { FormatContext } from "../output/text/format.js";
import { formatCell } from "../output/text/format.js";
import type { Alerted } from "./alert-title.js";
import { saidOf } from "./alert-title.js";
import type { AlertUpdate } from "./alerts.js";
import { byId, type Round } from "./round.js";

/** An event of a position in the log of a shown watch. */
export interface LogEntry {
  /** Time of the round that found it, in milliseconds since the epoch. */
  readonly at: number;
  readonly what: "opened" | "vanished" | "resized" | "unhedged" | "alerted" | "cleared";
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

/** Two rounds, and the alerts that began and ended between them. */
export interface Step {
  /** Undefined for the first round. */
  readonly before: Round | undefined;
  readonly after: Round;
  readonly alerts: Pick<AlertUpdate, "fresh" | "cleared">;
  /** Returns the name of a position, as the table has it. */
  readonly nameOf: (position: Position) => string;
  /** Reports whether the portfolio of a position could not be listed in one of the two rounds. */
  readonly isMissing?: (positionId: string) => boolean;
}

/** Returns the entries of a round: what changed in the book, and its alerts. */
export function entriesOf(
  { before, after, alerts, nameOf, isMissing = () => false }: Step,
  context: FormatContext,
): readonly LogEntry[] {
  const events = before === undefined ? [] : eventsBetween(before, after, context);
  const all = [
    ...events.filter(({ item }) => !isMissing(item?.value.position_id ?? "")),
    ...alerts.fresh.map((it) => alertOf("alerted", it, after.at, context)),
    ...alerts.cleared.map((it) => alertOf("cleared", it, after.at, context)),
  ];
  return all.map(({ what, item, detail }) => ({
    ...{ at: after.at, what, detail },
    name: item === undefined ? "portfolio" : nameOf(item.value),
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

/** Returns what changed, in the order of the listing; positions that are gone come last. */
function eventsBetween(before: Round, after: Round, context: FormatContext): readonly LogEvent[] {
  const [old, now] = [byId(before), byId(after)];
  const listed = after.items.flatMap((item): LogEvent[] => {
    const was = old.get(item.value.position_id)?.value;
    if (was === undefined) {
      return [{ what: "opened", item, detail: legsText(item.value.legs, context) }];
    }
    const detail = resizeText(was.legs, item.value.legs, context);
    if (detail === "") return [];
    const [side] = emptySides(item.value);
    if (side === undefined) return [{ what: "resized", item, detail }];
    return [{ what: "unhedged", item, detail: `no ${side} leg: ${detail}` }];
  });
  const gone = before.items.filter(({ value }) => !now.has(value.position_id));
  const vanished = gone.map((item): LogEvent => {
    return { what: "vanished", item, detail: netText(item.value, context) };
  });
  return [...listed, ...vanished];
}

/** Describes how the sizes of legs changed; empty if they did not. */
function resizeText(old: readonly Leg[], legs: readonly Leg[], context: FormatContext): string {
  const left = [...old];
  const pairs = legs.map((leg) => {
    const at = left.findIndex((it) => identity(it) === identity(leg));
    return { leg, was: at < 0 ? undefined : left.splice(at, 1)[0] };
  });
  if (left.length > 0 || pairs.some(({ was }) => was === undefined)) {
    return `now ${legsText(legs, context)}`;
  }
  const arrow = context.unicode ? "→" : "->";
  return pairs
    .flatMap(({ leg, was }) =>
      was === undefined || was.quantity === leg.quantity
        ? []
        : [
            `${leg.side} ${leg.exchange} ${sizeText(was, context)} ${arrow} ${sizeText(leg, context)}`,
          ],
    )
    .join(", ");
}

function identity({ side, exchange, symbol, market_id }: Leg): string {
  return JSON.stringify([side, exchange, symbol, market_id]);
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

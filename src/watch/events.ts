import type { Leg, Position } from "../client/resources/position.js";
import { emptySides } from "../figures/engine/position/legs.js";
import { type FormatContext, formatCell } from "../output/text/format.js";
import { type Alerted, type AlertUpdate, saidOf } from "./alerts.js";
import type { Brush, Piece } from "./brush.js";
import type { Round } from "./rounds.js";

/** Something that happened to a position while it was watched. */
export interface LogEntry {
  /** Time of the round that found it, milliseconds since the epoch. */
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

/** The part of a round that the next one is compared with. */
export type Before = Pick<Round["book"], "positions" | "lost">;

/**
 * Returns the entries of a round: what changed in the book, and its alerts.
 * @param before the round before; undefined for the first one
 */
export function entriesOf(
  before: Before | undefined,
  { book, at }: Pick<Round, "book" | "at">,
  { fresh, cleared }: AlertUpdate,
  context: FormatContext,
): readonly LogEntry[] {
  const { nameOf, ownerOf } = book.all.inputs;
  const lost = [...book.lost, ...(before?.lost ?? [])].map((it) => it.portfolio_id);
  const changes = before === undefined ? [] : changesBetween(before.positions, book, context);
  const all = [
    ...changes.filter(({ position: { position_id: id } }) => {
      const { portfolio_id: owner } = ownerOf(id);
      return owner === null || !lost.includes(owner);
    }),
    ...fresh.map((it) => alertChange("alerted", it, at, context)),
    ...cleared.map((it) => alertChange("cleared", it, at, context)),
  ];
  return all.map(({ what, position, detail }) => ({
    at,
    what,
    detail,
    name: position === undefined ? "portfolio" : nameOf(position),
  }));
}

type Change = Pick<LogEntry, "what" | "detail"> & { readonly position: Position };

/** Returns an alert with what is wrong, or which rule it was and how long it lasted. */
function alertChange(
  what: "alerted" | "cleared",
  alerted: Alerted,
  at: number,
  context: FormatContext,
) {
  const { position, rule, since } = alerted;
  const lasted = since > 0 && at > since ? formatCell("age", at - since, context) : undefined;
  const detail =
    what === "alerted"
      ? saidOf(alerted) + (lasted === undefined ? "" : ` (since ${lasted})`)
      : rule + (lasted === undefined ? "" : ` (after ${lasted})`);
  return { what, position, detail };
}

/** Returns what changed, in the order of the listing; positions that are gone come last. */
function changesBetween(
  before: readonly Position[],
  { positions }: Pick<Round["book"], "positions">,
  context: FormatContext,
): readonly Change[] {
  const idsOf = (all: readonly Position[]) => new Map(all.map((it) => [it.position_id, it]));
  const [old, now] = [idsOf(before), idsOf(positions)];
  const listed = positions.flatMap((position): Change[] => {
    const was = old.get(position.position_id);
    if (was === undefined) {
      return [{ what: "opened", position, detail: legsText(position.legs, context) }];
    }
    const detail = resizeText(was.legs, position.legs, context);
    if (detail === "") return [];
    const [side] = emptySides(position);
    if (side === undefined) return [{ what: "resized", position, detail }];
    return [{ what: "unhedged", position, detail: `no ${side} leg: ${detail}` }];
  });
  const gone = before.filter(({ position_id: id }) => !now.has(id));
  return [
    ...listed,
    ...gone.map((position): Change => {
      const net = position.performance?.net_pnl ?? null;
      const detail = net === null ? "" : `net PnL ${formatCell("usd", net, context, true)}`;
      return { what: "vanished", position, detail };
    }),
  ];
}

/** Describes how the legs changed: `long bin 2, short okx 2 → long bin 3, short okx 3`; empty if they did not. */
function resizeText(old: readonly Leg[], legs: readonly Leg[], context: FormatContext): string {
  const exact = (all: readonly Leg[]) =>
    all.map((it) => [it.side, it.exchange, it.symbol, it.market_id, it.quantity].join(" ")).sort();
  if (exact(old).join() === exact(legs).join()) return "";
  const arrow = context.unicode ? "→" : "->";
  return `${legsText(old, context)} ${arrow} ${legsText(legs, context)}`;
}

function legsText(legs: readonly Leg[], context: FormatContext): string {
  if (legs.length === 0) return "no legs";
  return legs.map((leg) => `${leg.side} ${leg.exchange} ${sizeText(leg, context)}`).join(", ");
}

function sizeText({ quantity }: Leg, context: FormatContext): string {
  return formatCell("quantity", quantity, context);
}

/** Events that are highlighted, since they may need attention. */
const URGENT: ReadonlySet<LogEntry["what"]> = new Set(["alerted", "vanished", "unhedged"]);

const WIDEST = "vanished".length;

/**
 * Returns entries of a log as lines, the newest at the bottom.
 * @param now current time, milliseconds since the epoch
 * @param zone IANA name; undefined for the local zone
 */
export function logLines(
  entries: readonly LogEntry[],
  now: number,
  zone: string | undefined,
  brush: Brush,
): string[] {
  const widest = Math.max(0, ...entries.map(({ name }) => name.length));
  return entries.map(({ at, what, name, detail }) => {
    const kind: Piece = URGENT.has(what)
      ? { text: what.padEnd(WIDEST), emphasis: "alert" }
      : { text: what.padEnd(WIDEST), tone: "heading" };
    const pieces: Piece[] = [
      { text: logTime(at, now, zone), tone: "label" },
      kind,
      { text: name.padEnd(widest) },
      ...(detail === "" ? [] : [{ text: detail }]),
    ];
    return brush.line(pieces, "  ");
  });
}

/**
 * Returns a time of day to the second without the date, such as `12:00:30Z`.
 * @param at milliseconds since the epoch
 * @param zone IANA name; undefined for the local zone
 */
export function clockTime(at: number, zone: string | undefined): string {
  const text = new Date(at).toLocaleTimeString("en-GB", { timeZone: zone });
  return zone === "UTC" ? `${text}Z` : text;
}

/** Returns the time with month and day, such as `05-31 12:00:30Z`, if it is on another day than `now`. */
function logTime(at: number, now: number, zone: string | undefined): string {
  const dayOf = (time: number) => new Date(time).toLocaleDateString("sv-SE", { timeZone: zone });
  const time = clockTime(at, zone);
  return dayOf(at) === dayOf(now) ? time : `${dayOf(at).slice(5)} ${time}`;
}

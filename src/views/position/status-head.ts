import { bookDays } from "../../analytics/funding/book-days.js";
import type { nextSettlements } from "../../analytics/funding/upcoming-totals.js";
import type { Measure } from "../../analytics/measure.js";
import { bookAttention, type PortfolioStatus } from "../../analytics/portfolio/status.js";
import { type Figure, sumOf } from "../../base/decimal.js";
import { isoTime } from "../../base/time/iso-time.js";
import { figureText } from "../../output/table/figure-text.js";
import { formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import type { Look } from "../../output/text/look.js";
import type { Tone } from "../../output/text/paint.js";
import type { Piece } from "../../output/text/pieces.js";
import { sparkline } from "../../output/text/sparkline.js";
import { dollars } from "./reasons.js";

type NextFunding = ReturnType<typeof nextSettlements>;

/**
 * Returns the head of a status in one line, for a watch: funding now, over 24 hours and 7 days, the trend,
 * and the next funding.
 */
export function briefHead(
  status: PortfolioStatus,
  next: NextFunding,
  look: Look,
): readonly Piece[] {
  const { book, runs, criteria } = status;
  const isPaying = bookAttention(status).length > 0;
  const { run, apr } = book;
  const now = run.value === null ? "unknown" : `${dollarsOf(run, look, true)}/day`;
  const settled = (window: "24h" | "7d") => {
    const { settled: sum } = runs[window];
    const note = sum.counted === run.counted ? "" : noted(counts(sum));
    return `${window} ${dollarsOf(sum, look, true)}${note}`;
  };
  const tone: Tone = isPaying ? "warning" : "heading";
  const aYear =
    run.value === null ? "" : ` ${amountOf(apr, "percent", look)}/year${noted(fewerOf(book))}`;
  const pieces: Piece[] = [
    { text: `${isPaying ? "! " : ""}now ${now}${noted(counts(run))}${aYear}`, tone },
    ...(["24h", "7d"] as const).map((window) => ({ text: settled(window) })),
  ];
  const clock = ({ time, about, pays }: NonNullable<NextFunding>) =>
    `next ${about ? "~" : ""}${timeOfDay(time, criteria.now, look)} ${dollarsOf(pays, look, true)}${noted(counts(pays, " legs"))}`;
  return [
    ...pieces,
    ...trendPieces(status, pieces, { ...look, width: TREND_ROOM }),
    ...(next === undefined ? [] : [{ text: clock(next) }]),
  ];
}

/** Columns of a watch in which its figures and the trend have to fit. */
const TREND_ROOM = 64;

/** Returns how many positions the APR is over, unless the run beside it is over the same. */
function fewerOf({ run, apr }: PortfolioStatus["book"]): string[] {
  return apr.counted === run.counted ? [] : counts(apr);
}

/** Numbers of bars that 30 days can be divided into, the finest first. */
const BARS = [30, 15, 10, 6] as const;

/** Returns the funding of the last 30 days as the finest chart for which there is room. */
function trendPieces(
  status: PortfolioStatus,
  before: readonly Piece[],
  look: Look,
): readonly Piece[] {
  const { each, criteria } = status;
  const days = look.unicode ? bookDays(each, criteria) : [];
  const taken = before.reduce((sum, { text }) => sum + text.length + 2, "30d ".length);
  const room = (look.width ?? Number.POSITIVE_INFINITY) - taken;
  const bars = BARS.find((it) => it <= room);
  if (bars === undefined) return [];
  const chart = sparkline(meansOf(days, days.length / bars), look);
  return chart.trim() === "" ? [] : [{ text: `30d ${chart}`, isOptional: true }];
}

/** Returns the mean of the known values of each group of `size`; null where none is known. */
export function meansOf(values: readonly Figure[], size: number): (number | null)[] {
  const starts = Array.from(
    { length: Math.floor(values.length / (size || 1)) },
    (_, at) => at * size,
  );
  return starts.map((start) => {
    const known = values.slice(start, start + size).filter((it) => it !== null);
    return known.length === 0 ? null : Number(sumOf(known)) / known.length;
  });
}

/** Returns a time without its date if that is today. */
function timeOfDay(at: number, now: number, look: Look): string {
  const [text, today] = [at, now].map((it) => formatCell("time", isoTime(it), look));
  const [date = "", time] = (text ?? "").split(" ");
  return time !== undefined && today?.startsWith(`${date} `) === true ? time : (text ?? "");
}

function counts({ value, counted, of }: Measure, things = ""): string[] {
  return value === null || counted === of ? [] : [`${counted} of ${of}${things}`];
}

function noted(notes: readonly string[]): string {
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** Returns an amount with its sign, and the signs of an estimate and of a bound. */
function amountOf({ value, about, bound }: Measure, kind: Kind, look: Look, signed = true): string {
  if (value === null) return "unknown";
  return figureText({ kind, value: value.toFixed(), signed, about, bound }, look);
}

/** Returns an amount without cents from 1,000 up. */
function dollarsOf({ value, about, bound }: Measure, look: Look, signed = false): string {
  if (value === null) return "unknown";
  const sign = figureText({ kind: "text", value: "", about, bound }, look);
  return sign + dollars(value, signed);
}

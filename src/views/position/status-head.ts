import { bookDays } from "../../analytics/funding/book-days.js";
import type { nextSettlements } from "../../analytics/funding/upcoming-totals.js";
import type { Measure } from "../../analytics/measure.js";
import { bookAttention, type PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { FigureName } from "../../analytics/portfolio/totals.js";
import { type Figure, sumOf } from "../../base/decimal.js";
import { dotOf } from "../../base/safe-text.js";
import { isoTime } from "../../base/time/iso-time.js";
import { figureText } from "../../output/table/figure-text.js";
import { compact } from "../../output/text/compact.js";
import { formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import type { Look } from "../../output/text/look.js";
import type { Tone } from "../../output/text/paint.js";
import { type Piece, renderPieces } from "../../output/text/pieces.js";
import { sparkline } from "../../output/text/sparkline.js";
import { reasonCounts } from "./reason-counts.js";
import { dollars } from "./reasons.js";

type NextFunding = ReturnType<typeof nextSettlements>;

/**
 * Draws the head of a status: funding now, results since opening, holdings and next funding, and the
 * number of positions that need attention for each reason.
 */
export async function statusHead(
  status: PortfolioStatus,
  next: NextFunding,
  look: Look,
): Promise<string> {
  const now = nowPieces(status, look);
  const lines = [
    await renderPieces([...now, ...trendPieces(status, now, look)], "  ", look),
    await renderPieces(sinceOpeningPieces(status, look), "  ", look),
    await renderPieces(bookPieces(status, next, look), dotOf(look), look),
    await renderPieces(reasonCounts(status, look), dotOf(look), look),
  ];
  return lines.join("");
}

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

/** `now -340.33/day`, `-11.42% a year of 545k notional (7d)`, `24h -220.90` */
function nowPieces(status: PortfolioStatus, look: Look): Piece[] {
  const { book, runs } = status;
  const isPaying = bookAttention(status).length > 0;
  const { run, apr, notional } = book;
  const day = runs["24h"];
  const opened = day.younger === 0 ? [] : [`${day.younger} opened since`];
  const ofDay = [...(day.settled.counted === run.counted ? [] : counts(day.settled)), ...opened];
  const tone: Tone = isPaying ? "warning" : "plain";
  const base = `${compactOf(notional)} notional${noted(["7d", ...fewerOf(book)])}`;
  const aYear = yearly(apr, base, look);
  return [
    { text: `${isPaying ? "! " : ""}now ${aDay(run, look)}${noted(counts(run))}`, tone },
    ...(run.value === null ? [] : [{ ...aYear, tone }]),
    { text: `24h ${amountOf(day.settled, "usd", look)}${noted(ofDay)}` },
  ];
}

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

/** `since opening +32,587.22`, `+5.29% a year of 431k capital`, `funding +41,020` and the other parts */
function sinceOpeningPieces(status: PortfolioStatus, look: Look): Piece[] {
  const { figures } = status.totals;
  const { value, capital = null, estimated = 0 } = figures.apr;
  const rough = estimated > 0 ? "~" : "";
  const part = (label: string, name: FigureName): Piece => ({
    ...roundedPiece(label, figures[name], look, noteOf(status, name)),
    isOptional: true,
  });
  const [paid, exit] = [figures.fees_paid, figures.fees_estimated_exit].map((it) =>
    amountOf(it, "usd", look, false),
  );
  const doubt = [...(estimated > 0 ? [`${estimated} estimated`] : []), ...ofPriced(status, "apr")];
  const base = `${rough}${compactOf(capital)} capital${noted(doubt)}`;
  return [
    { text: `since opening ${amountOf(figures.net_pnl, "usd", look)}` },
    ...(value === null ? [] : [yearly(figures.apr, base, look, "capital")]),
    part("funding", "funding_pnl"),
    part("price", "spread_pnl"),
    {
      text: `fees ${paid} paid + ${exit} exit (est.)`,
      short: `fees ${dollarsOf(figures.fees, look)}`,
      isOptional: true,
    },
  ];
}

/** `55 open, 54 priced`, `gross 1.09M`, `net +4,574`, `next funding in 22m +1.87`, `16:40Z` */
function bookPieces(status: PortfolioStatus, next: NextFunding, look: Look): Piece[] {
  const { totals, criteria, asOf } = status;
  const { gross_notional, net_notional, unhedged_notional, net_pnl } = totals.figures;
  const { counted, of, grossShare, grossShareAbout = false } = net_pnl;
  const open = `${totals.positions} open${counted === of ? "" : `, ${counted} priced`}`;
  const share =
    grossShare == null || counted === of
      ? ""
      : ` (${grossShareAbout ? "~" : ""}${formatCell("percent", grossShare.toFixed(), look)} of gross)`;
  const nextText = ({ time, about: isAbout, pays }: NonNullable<NextFunding>) =>
    `in ${isAbout ? "~" : ""}${formatCell("age", time - criteria.now, look)} ${amountOf(pays, "usd", look)}${noted(counts(pays, " legs"))}`;
  const { value, about, bound } = gross_notional;
  const gross = figureText({ kind: "text", value: compactOf(value), about, bound }, look);
  return [
    { text: open + share, short: open },
    { text: `gross ${gross}${noteOf(status, "gross_notional")}` },
    roundedPiece("net", net_notional, look, noteOf(status, "net_notional")),
    ...(next === undefined
      ? []
      : [{ text: `next funding ${nextText(next)}`, short: `funding ${nextText(next)}` }]),
    { text: asOf === null ? "time unknown" : timeOfDay(asOf, criteria.now, look) },
    {
      text: `unhedged ${amountOf(unhedged_notional, "usd", look, false)}`,
      isOptional: totals.isNet !== true,
    },
  ];
}

/** Returns a time without its date if that is today. */
function timeOfDay(at: number, now: number, look: Look): string {
  const [text, today] = [at, now].map((it) => formatCell("time", isoTime(it), look));
  const [date = "", time] = (text ?? "").split(" ");
  return time !== undefined && today?.startsWith(`${date} `) === true ? time : (text ?? "");
}

/** Returns the note of a figure that covers other positions than the net PnL: ` (3 of 5)`. */
function noteOf(status: PortfolioStatus, name: FigureName): string {
  return noted(ofPriced(status, name));
}

function ofPriced({ totals }: PortfolioStatus, name: FigureName): string[] {
  const figure = totals.figures[name];
  return figure.counted === totals.figures.net_pnl.counted ? [] : counts(figure);
}

function counts({ value, counted, of }: Measure, things = ""): string[] {
  return value === null || counted === of ? [] : [`${counted} of ${of}${things}`];
}

function noted(notes: readonly string[]): string {
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** `-11.42% a year of 545k notional (7d)` */
function yearly(apr: Measure, base: string, look: Look, shortBase = base): Piece {
  const percent = amountOf(apr, "percent", look);
  return { text: `${percent} a year of ${base}`, short: `${percent}/year of ${shortBase}` };
}

function aDay(run: Measure, look: Look): string {
  return run.value === null ? "unknown" : `${amountOf(run, "usd", look)}/day`;
}

/** Returns an amount with its sign, and the signs of an estimate and of a bound. */
function amountOf({ value, about, bound }: Measure, kind: Kind, look: Look, signed = true): string {
  if (value === null) return "unknown";
  return figureText({ kind, value: value.toFixed(), signed, about, bound }, look);
}

/** Returns a signed amount with its label, without cents where the line is narrow. */
function roundedPiece(label: string, figure: Measure, look: Look, note: string): Piece {
  return {
    text: `${label} ${amountOf(figure, "usd", look)}${note}`,
    short: `${label} ${dollarsOf(figure, look, true)}${note}`,
  };
}

/** Returns an amount without cents from 1,000 up. */
function dollarsOf({ value, about, bound }: Measure, look: Look, signed = false): string {
  if (value === null) return "unknown";
  const sign = figureText({ kind: "text", value: "", about, bound }, look);
  return sign + dollars(value, signed);
}

function compactOf(value: Figure): string {
  return value === null ? "unknown" : compact(value);
}

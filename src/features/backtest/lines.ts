import { BOTH_SIDES } from "../../analytics/market/by-side.js";
import type { Measure } from "../../analytics/measure.js";
import type { Figure } from "../../base/decimal.js";
import { marketLabel } from "../../base/names/market-name.js";
import { isoTime } from "../../base/time/iso-time.js";
import type { Total } from "../../output/table/column.js";
import { inSentence } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import type { FetchedPair } from "../../portfolio/markets/compared-markets.js";
import { figure } from "../../views/figure-line.js";
import type { Backtest } from "./figures.js";
import { holdTotals } from "./hold.js";
import type { BacktestTerms } from "./terms.js";

/** A backtest with its markets. */
export interface ShownBacktest {
  readonly pair: FetchedPair;
  readonly result: Backtest;
  readonly terms: BacktestTerms;
}

/** What the figures of a backtest leave out. */
export const NOT_INCLUDED = ["fills", "liquidation", "margin moves", "delisted markets"] as const;

/** The same as a sentence. */
export const NOT_IN_IT = `${NOT_INCLUDED.join(", ")}. Past funding, not a forecast.`;

/** Returns the markets, the time and the size of a hedge. */
export function setupLines({ pair, result, terms }: ShownBacktest): Total[] {
  const { entry, exit, days, quantity } = result;
  const prices = ({ price, age }: Backtest["entry"]) =>
    BOTH_SIDES.map((side) => {
      const old = age[side] === 0 ? "" : ` of ${shown("age", `${age[side]}`)} before`;
      return `${side} ${shown("price", price[side])}${old}`;
    }).join(", ");
  const size = `on each side, at most ${shown("usd", terms.notional)} USD at entry`;
  return [
    ...BOTH_SIDES.map((side): Total => {
      return { label: side, kind: "text", value: marketLabel(pair.markets[side]) };
    }),
    { label: "entry", kind: "time", value: isoTime(entry.time), note: prices(entry) },
    { label: "exit", kind: "time", value: isoTime(exit.time), note: prices(exit) },
    figure("days", "quantity", days.round(2)),
    figure("quantity", "quantity", quantity, { note: size }),
    ...gapLines(result, terms),
  ];
}

function gapLines({ holes }: Backtest, { gaps }: BacktestTerms): Total[] {
  const { events, stretches, first, last } = holes;
  if (stretches === 1) return [];
  const range = [first, last].map((time) => shown("time", isoTime(time))).join(" to ");
  const taken =
    gaps === "allow" ? "in no sum" : `the longest of ${stretches} whole stretches is taken`;
  return [
    {
      label: "missing events",
      kind: "text",
      value: `${events.long} long, ${events.short} short`,
      note: `${taken}; ${range}`,
    },
  ];
}

/** Returns the figures of a backtest, what it brought first. */
export function resultLines({ result, terms }: ShownBacktest): Total[] {
  const { figures, ofLeg, daysAbove } = result;
  const signed = { signed: true } as const;
  const events = eventsNote(figures.drawdown);
  const drawdownNote = `of the cumulative funding${events === undefined ? "" : `, ${events}`}`;
  const base = terms.leverage === undefined ? "of the notional" : "of the margin of both legs";
  return [
    figure("net", "usd", figures.net.value, { ...signed, note: partNote(figures.net) }),
    apr("net APR", figures.net_apr, base),
    breakEvenLine(figures),
    usd("funding", figures.funding),
    usd("- long leg", ofLeg.long),
    usd("- short leg", ofLeg.short),
    figure("basis", "usd", figures.basis.value, signed),
    figure("fees", "usd", figures.fees.value, { note: feeText(terms) }),
    figure("slippage", "usd", figures.slippage.value, {
      note: `${percent(terms.slippage)} a fill`,
    }),
    apr("funding APR", figures.funding_apr, base),
    figure("max drawdown", "usd", figures.drawdown.value, { note: drawdownNote }),
    {
      label: "days above zero",
      kind: "text",
      value: daysAbove.counted === 0 ? undefined : `${daysAbove.above} of ${daysAbove.counted}`,
      note: daysNote(daysAbove),
    },
  ];
}

function breakEvenLine({ break_even_hold: { value }, funding }: Backtest["figures"]): Total {
  const line = figure("break-even after", "quantity", value?.round(2) ?? null, {
    note: "at the funding of this time",
    missing: funding.value?.gt(0) ? TOO_FEW : "the funding is not above zero",
  });
  return value === null ? line : { ...line, trail: " days" };
}

const TOO_FEW = "less than 95 % of the time is covered";

function usd(label: string, measure: Measure): Total {
  const note = eventsNote(measure) ?? `${measure.counted} events`;
  return figure(label, "usd", measure.value, { signed: true, note });
}

/** Notes the events of a figure, unless it has all of them. */
function eventsNote({ counted, of }: Measure): string | undefined {
  return counted === of ? undefined : `${counted} of ${of} events`;
}

/** Notes how much of the funding is in a figure, unless all is. */
function partNote(measure: Measure): string | undefined {
  const events = eventsNote(measure);
  return events === undefined ? undefined : `funding of ${events}`;
}

function apr(label: string, { value, about }: Measure, base: string): Total {
  const missing = "less than a day, 3 settlements of a leg, or 95 % of the time covered";
  return { ...figure(label, "percent", value, { signed: true, note: base, missing }), about };
}

function daysNote({ counted, of }: Backtest["daysAbove"]): string {
  if (of === 0) return "no whole UTC day";
  return counted === of ? "whole UTC days" : `whole UTC days; ${of - counted} have missing events`;
}

function feeText({ fee }: BacktestTerms): string {
  return fee.long.eq(fee.short)
    ? `${percent(fee.long)} a fill`
    : `long ${percent(fee.long)}, short ${percent(fee.short)} a fill`;
}

/** Returns the figures below a chart, with what is not in them. */
export function chartTotals(shownBacktest: ShownBacktest): Total[][] {
  const { pair, result, terms } = shownBacktest;
  const { figures } = result;
  return [
    [
      figure("funding", "usd", figures.funding.value, {
        ...{ signed: true, note: eventsNote(figures.funding) },
      }),
      figure("basis", "usd", figures.basis.value, { signed: true }),
      figure("fees", "usd", figures.fees.value),
      figure("slippage", "usd", figures.slippage.value),
      figure("net", "usd", figures.net.value, { signed: true, note: partNote(figures.net) }),
    ],
    [
      ...BOTH_SIDES.map((side): Total => {
        return { label: side, kind: "text", value: marketLabel(pair.markets[side]) };
      }),
      figure("notional", "usd", terms.notional),
      figure("max drawdown", "usd", figures.drawdown.value, { note: eventsNote(figures.drawdown) }),
    ],
    ...holdTotals(result),
    ...gapLines(result, terms).map((line) => [line]),
    [{ label: "not in it:", kind: "text", value: NOT_IN_IT }],
  ];
}

function percent(fraction: Figure): string {
  return fraction === null ? "–" : `${fraction.times(100).toFixed()}%`;
}

function shown(kind: Kind, value: { toFixed(): string } | string): string {
  return inSentence(kind, typeof value === "string" ? value : value.toFixed());
}

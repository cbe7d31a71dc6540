import type { Backtest } from "../analytics/backtest.js";
import type { PathPoint } from "../analytics/backtest-point.js";
import type { HoldWindows } from "../analytics/backtest-windows.js";
import { HOUR_MS } from "../base/periods.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { iso, NOT_INCLUDED, type ShownBacktest } from "./backtest-lines.js";
import { measureJson } from "./measure-fields.js";

/** Output of `funding backtest -o json`; its shape is that of `carry schema backtest`. */
export function backtestJson(shown: ShownBacktest): Sourced<unknown> {
  return sourced({
    inputs: inputsJson(shown),
    rows: shown.result.path.map(rowJson),
    totals: totalsJson(shown.result),
    not_included: NOT_INCLUDED,
  });
}

function inputsJson({ markets, terms, isArchived, asOf }: ShownBacktest) {
  const { start, end, notional, fee, slippage, leverage, hold, gaps, multiplier } = terms;
  return {
    ...{ long_market: markets.long.id, short_market: markets.short.id },
    ...{ start: iso(start), end: iso(end) },
    notional,
    ...{ fee_long: fee.long, fee_short: fee.short, slippage },
    ...{ leverage_long: leverage?.long ?? null, leverage_short: leverage?.short ?? null },
    hold_hours: hold === undefined ? null : hold / HOUR_MS,
    gaps: gaps ?? "longest",
    ...{ multiplier_long: multiplier.long, multiplier_short: multiplier.short },
    archive: isArchived,
    as_of: asOf === undefined ? null : iso(asOf),
  };
}

function rowJson({ time, ofLeg, funding, cumulative, basis, net }: PathPoint) {
  return {
    time: iso(time),
    ...{ long_funding: ofLeg.long, short_funding: ofLeg.short },
    ...{ funding, cumulative, basis, net },
  };
}

function totalsJson({ entry, exit, days, quantity, holes, ...rest }: Backtest) {
  const { figures, ofLeg, daysAbove, windows } = rest;
  return {
    entry: instantJson(entry),
    exit: instantJson(exit),
    ...{ days, quantity },
    holes: {
      ...{ long_events: holes.events.long, short_events: holes.events.short },
      ...{ stretches: holes.stretches, first: iso(holes.first), last: iso(holes.last) },
    },
    long_funding: measureJson(ofLeg.long),
    short_funding: measureJson(ofLeg.short),
    ...Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, measureJson(figure)]),
    ),
    days_above_zero: {
      value: daysAbove.counted === 0 ? null : daysAbove.above,
      ...{ unit: "days", counted: daysAbove.counted, of: daysAbove.of },
    },
    hold: windows === undefined ? undefined : holdJson(windows),
  };
}

function instantJson({ time, price }: Backtest["entry"]) {
  return { time: iso(time), long_price: price.long, short_price: price.short };
}

function holdJson({ hold, counted, of, independent, funding, net }: HoldWindows) {
  return { hold_hours: hold / HOUR_MS, ...{ counted, of, independent, funding, net } };
}

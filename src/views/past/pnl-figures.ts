import type { Big } from "big.js";
import type { Measure } from "../../analytics/measure.js";
import {
  PART_NAMES,
  type PartName,
  type Parts,
  residualOf,
} from "../../analytics/portfolio/parts.js";
import {
  PNL_FIGURES,
  type PnlFigure,
  type PnlFigures,
} from "../../analytics/portfolio/pnl-between.js";
import type { Figure } from "../../base/decimal.js";
import { type Field, plain } from "../../output/record.js";
import type { Column, Total, View } from "../../output/table/column.js";
import { tableColumns } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { figure } from "../measure-fields.js";
import { partOf } from "../sum-total.js";

/** The net PnL with its parts. */
export type PartMeasures = Readonly<Record<PartName | "residual", Measure>>;

const usd = (header: string, priority: number, text: string, signed = true) =>
  ({ header, kind: "usd", signed, priority, text }) as const;

const NET =
  "Change of the net PnL, USD: funding + realized + unrealized - fees paid - exit fees + residual.";
const ON_NOTIONAL =
  "Net PnL in percent of the notional of the larger sides on average over the time.";
const NOTIONAL = "Notional of the larger sides on average over the time, USD.";

const DELTA =
  "Of the price PnL: net quantity at the beginning × change of the mean mark of the larger side, USD.";
const BASIS = "Of the price PnL: the rest, realized and resizes included, USD.";

/** Names, formats and descriptions of the figures between two moments. */
const PNL_LOOKS = {
  funding_pnl: usd("funding", 2, "Change of the funding PnL, USD."),
  spread_realized: usd("realized", 4, "Change of the realized price PnL, USD."),
  spread_unrealized: usd("unrealized", 3, "Change of the unrealized price PnL, USD."),
  fees_paid: usd("fees paid", 5, "Change of the fees paid, USD.", false),
  fees_estimated_exit: usd("exit fees (est.)", 6, "Change of the estimated exit fees, USD.", false),
  net_pnl: usd("net PnL", 0, NET),
  delta: usd("delta", 8, DELTA),
  basis: usd("basis", 8, BASIS),
  residual: usd("residual", 9, "What the parts do not explain of it, USD."),
  return_on_notional: { ...usd("on notional", 7, ON_NOTIONAL), kind: "percent" },
} as const satisfies Readonly<Record<PnlFigure, unknown>>;

/** The figures in the order of a table: the net PnL, then its parts. */
const PNL_ORDER: readonly PnlFigure[] = [
  "net_pnl",
  ...PNL_FIGURES.filter((name) => name !== "net_pnl"),
];

/** Returns the fields of the named figures. */
export function pnlFields<T, N extends PnlFigure>(
  names: readonly N[],
  figuresOf: (it: T) => Readonly<Record<N, Measure>> & { readonly notional?: Figure },
): Field<T>[] {
  const notional = plain<T>("notional", "number|null", NOTIONAL, (it) => figuresOf(it).notional);
  return names.map((name) => {
    const { text, ...look } = PNL_LOOKS[name];
    const isReturn = name === "return_on_notional";
    const note = (it: T) => {
      if (isReturn) return onNotional(figuresOf(it).notional);
      return name === "net_pnl" ? partOf(figuresOf(it)[name]) : undefined;
    };
    const details = isReturn ? ["base"] : [];
    const source = { of: (it: T) => figuresOf(it)[name], ...look, note, details };
    return figure(name, text, source, isReturn ? [notional] : []);
  });
}

/** `(on 9,240)`: the notional of a return; undefined without one. */
function onNotional(notional: Figure | undefined): string | undefined {
  return notional == null ? undefined : `(on ${dollars(notional)})`;
}

/** Returns the return on notional of a whole as a line, with the notional: `+10.72% on 9,240 on average`. */
export function returnTotal({ notional, net_pnl, return_on_notional }: PnlFigures): Total {
  const { note, ...line } = totalOf("return_on_notional", return_on_notional);
  const isOfAll = return_on_notional.counted === net_pnl.counted;
  return {
    ...{ ...line, label: "return on notional" },
    ...(note !== undefined && !isOfAll && { note }),
    ...(notional !== null && { trail: ` on ${dollars(notional)} on average` }),
  };
}

function dollars(usd: Big): string {
  return inSentence("integer", usd.round(0).toFixed());
}

/** Returns the columns of a table on a page: the residual only where there is one. */
export function shownColumns<R extends { readonly figures: PartMeasures }>(
  view: View<R>,
  rows: readonly R[],
  look: Look,
): Column<R>[] {
  const isOdd = rows.some(({ figures }) => figures.residual.value?.eq(0) === false);
  return tableColumns(view, look).filter(({ key }) => key !== "residual" || isOdd);
}

/** Figures of a position: all but the return. */
export const OF_POSITION = [...PART_NAMES, "residual"] as const;

/** Returns the net PnL and its parts as lines, which add up; the residual only where there is one. */
export function pnlTotals(figures: PartMeasures): Total[] {
  const { residual } = figures;
  const names = PNL_ORDER.filter((name) => name in SIGNS) as PartName[];
  const lines = names.map((name) => totalOf(name, figures[name], SIGNS[name]));
  const isWhole = residual.value === null || residual.value.eq(0);
  return isWhole ? lines : [...lines, totalOf("residual", residual, "+ ")];
}

/** Returns one figure as a line. */
export function totalOf(name: PnlFigure, measure: Measure, before = ""): Total {
  const { header, kind, signed } = PNL_LOOKS[name];
  const note = before === "" ? partOf(measure)?.slice(1, -1) : undefined;
  return {
    label: `${before}${header}`,
    ...{ kind, signed, value: measure.value?.toFixed() },
    ...(note !== undefined && { note }),
  };
}

const SIGNS: Readonly<Record<PartName, string>> = {
  net_pnl: "",
  funding_pnl: "= ",
  spread_realized: "+ ",
  spread_unrealized: "+ ",
  fees_paid: "- ",
  fees_estimated_exit: "- ",
};

/**
 * Returns the net PnL and its parts as figures.
 * @param parts null if they are unknown
 * @param asOf milliseconds since the epoch
 */
export function partMeasures(
  parts: Parts | null,
  asOf: number,
  counts: Pick<Measure, "counted" | "of"> = {},
): PartMeasures {
  const measure = (value: Big | null): Measure => ({ value, unit: "usd", asOf, ...counts });
  const known = PART_NAMES.map((name) => [name, measure(parts?.[name] ?? null)] as const);
  return {
    ...(Object.fromEntries(known) as Record<PartName, Measure>),
    residual: measure(parts && residualOf(parts)),
  };
}

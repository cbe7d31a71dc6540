import type { Big } from "big.js";
import type { Measure } from "../analytics/measure.js";
import { PART_NAMES, type PartName, type Parts, residualOf } from "../analytics/parts.js";
import { PNL_FIGURES, type PnlFigure, type PnlFigures } from "../analytics/pnl-sum.js";
import type { Column, Total } from "../output/table/column.js";
import type { Kind } from "../output/text/kind.js";
import { measureJson } from "./measure-fields.js";

interface Appearance {
  readonly header: string;
  readonly kind: Kind;
  readonly signed: boolean;
  readonly priority: number;
}

const usd = { kind: "usd" } as const;

/** The net PnL with its parts. */
export type PartMeasures = Readonly<Record<PartName | "residual", Measure>>;

/** Names and formats of the figures between two moments. */
const PNL_LOOKS: Readonly<Record<PnlFigure, Appearance>> = {
  funding_pnl: { header: "funding", ...usd, signed: true, priority: 2 },
  spread_realized: { header: "realized", ...usd, signed: true, priority: 4 },
  spread_unrealized: { header: "unrealized", ...usd, signed: true, priority: 3 },
  fees_paid: { header: "fees paid", ...usd, signed: false, priority: 5 },
  fees_estimated_exit: { header: "fees to leave", ...usd, signed: false, priority: 6 },
  net_pnl: { header: "net PnL", ...usd, signed: true, priority: 0 },
  residual: { header: "residual", ...usd, signed: true, priority: 9 },
  return_on_notional: {
    header: "on notional",
    kind: "percent",
    signed: true,
    priority: 7,
  },
};

/** The figures in the order of a table: the net PnL, then its parts. */
const PNL_ORDER: readonly PnlFigure[] = [
  "net_pnl",
  ...PNL_FIGURES.filter((name) => name !== "net_pnl"),
];

/** Returns the columns of figures that rows have. */
export function pnlColumns<Row>(
  figureOf: (row: Row, name: PnlFigure) => Measure | undefined,
  names: readonly PnlFigure[] = PNL_ORDER,
): Column<Row>[] {
  return names.map((name) => {
    const { header, kind, signed, priority } = PNL_LOOKS[name];
    return {
      ...{ key: name, header, kind, signed, priority },
      ...(!signed && { tone: () => "plain" as const }),
      value: (row) => figureOf(row, name)?.value?.toFixed(),
      note: (row) => (name === "net_pnl" ? partOf(figureOf(row, name)) : undefined),
    };
  });
}

/**
 * Returns the net PnL and its parts as lines, which add up; the residual only where there is one.
 */
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
    ...(!signed && { tone: "plain" as const }),
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

/** Returns "(13 of 14)"; undefined if all are included. */
function partOf(measure: Measure | undefined): string | undefined {
  if (measure === undefined || measure.counted === measure.of) return undefined;
  return `(${measure.counted} of ${measure.of})`;
}

/** Converts figures to JSON. */
export function pnlJson(figures: PnlFigures): Record<PnlFigure, ReturnType<typeof measureJson>> {
  const entries = PNL_FIGURES.map((name) => [name, measureJson(figures[name])] as const);
  return Object.fromEntries(entries) as Record<PnlFigure, ReturnType<typeof measureJson>>;
}

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

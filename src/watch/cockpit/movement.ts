import { Big } from "big.js";
import { sizeOf } from "../../analytics/position/larger-side.js";
import { toDecimal } from "../../base/decimal.js";
import type { Column } from "../../output/table/column.js";
import { type FormatContext, formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import { Several } from "../../output/text/several.js";
import type { PositionRow } from "../../views/position/position-row.js";

/** How a cell changed: its figure rose or fell, or only its text differs. */
export type Movement = "risen" | "fallen" | "changed";

/**
 * Returns how a cell has changed between two rounds; undefined if its text is the same, or its figure has
 * moved too little. Limits: docs/watch.md, "Highlights".
 * @param was the column of the earlier round, whose figures can depend on more than the row
 */
export function movementOf<Row extends Pick<PositionRow, "position">>(
  column: Column<Row>,
  before: Row,
  after: Row,
  context: FormatContext,
  was = column,
): Movement | undefined {
  const [old, now] = [shownValue(was, before), shownValue(column, after)];
  const reads = (value: unknown) => formatCell(column.kind, value, context, column.signed);
  if (reads(old) === reads(now)) return undefined;
  const [from, to] = [figuresOf(column, old), figuresOf(column, now)];
  if (from === undefined || to === undefined || from.length !== to.length) return "changed";
  const moves = from.flatMap((figure, index) => {
    const move = (to[index] ?? figure).minus(figure);
    const isSeen = !move.eq(0) && move.abs().gte(leastMove(column, figure, before));
    return isSeen ? [move.s] : [];
  });
  const [first, ...others] = new Set(moves);
  if (first === undefined) return undefined;
  if (others.length > 0) return "changed";
  return first > 0 ? "risen" : "fallen";
}

/** Returns the value that a table shows. */
function shownValue<Row>(column: Column<Row>, row: Row): unknown {
  if (column.sign !== undefined) return column.sign(row)?.sign;
  return column.unsure?.(row) === true ? null : column.value(row);
}

/** Returns the figures of a cell; undefined if one of them is no number. */
function figuresOf(
  { kind }: Pick<Column<never>, "kind">,
  value: unknown,
): readonly Big[] | undefined {
  if (!FIGURES.has(kind)) return undefined;
  const figures = (value instanceof Several ? value.values : [value]).map(toDecimal);
  return figures.every((figure) => figure !== undefined) ? figures : undefined;
}

const FIGURES: ReadonlySet<Kind> = new Set<Kind>([
  "integer",
  "quantity",
  "price",
  "usd",
  "percent",
  "rate",
]);

const PERFORMANCE = "performance.";

/** Amounts that move with every mark price; others, such as funding, move when something is paid. */
const AMOUNTS_AT_MARK: ReadonlySet<string> = new Set(
  ["spread_pnl", "spread_pnl.unrealized", "net_pnl", "fees", "fees.estimated_exit"].map(
    (name) => PERFORMANCE + name,
  ),
);

const NOTIONALS: ReadonlySet<string> = new Set([
  ...["size", "gross_notional", "net_notional", "unhedged"],
]);

const RETURNS: ReadonlySet<string> = new Set([`${PERFORMANCE}apr`, "now_apr"]);

const ONE_CENT = new Big("0.01");
const ONE_BP = new Big("0.0001");
const TEN_BP = new Big("0.001");
const NOTHING = new Big(0);

/** Returns the least move to highlight, in the unit of the column; 0 for every visible one. */
function leastMove(
  { key, kind }: Pick<Column<never>, "key" | "kind">,
  from: Big,
  { position }: Pick<PositionRow, "position">,
): Big {
  if (kind === "price") return from.abs().times(TEN_BP);
  if (RETURNS.has(key)) return new Big("0.5");
  if (key === "imbalance") return new Big("0.1");
  if (kind !== "usd") return NOTHING;
  const part = AMOUNTS_AT_MARK.has(key) ? ONE_BP : NOTIONALS.has(key) ? TEN_BP : NOTHING;
  const least = (sizeOf(position) ?? NOTHING).times(part);
  return least.gt(ONE_CENT) ? least : ONE_CENT;
}

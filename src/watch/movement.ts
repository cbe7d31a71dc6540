import { Big } from "big.js";
import { toDecimal } from "../base/decimal.js";
import { POSITION_CATALOG } from "../figures/catalog/catalog.js";
import { size } from "../figures/catalog/position.js";
import { type Declared, isFigure } from "../figures/figure.js";
import type { PositionOf } from "../figures/subjects.js";
import type { Column } from "../output/table/column.js";
import { type FormatContext, formatCell } from "../output/text/format.js";

/** How a cell changed: its figure rose or fell, or only its text differs. */
type Movement = "risen" | "fallen" | "changed";

const DECLARED: ReadonlyMap<string, Declared<PositionOf>> = new Map(
  POSITION_CATALOG.map((it) => [it.id, it]),
);

/**
 * Returns how a cell has changed between two rounds; undefined if its text is the same, if its figure has
 * moved by less than the step of its declaration, or if it only follows the clock.
 * @param was the value of the column in the earlier round
 */
export function movementOf(
  { key, kind, signed, value }: Column<PositionOf>,
  was: unknown,
  row: PositionOf,
  context: FormatContext,
): Movement | undefined {
  const declared = DECLARED.get(key);
  const is = value(row);
  if (is === was || declared?.spec.followsClock === true) return undefined;
  const reads = (it: unknown) => formatCell(kind, it, context, signed);
  if (reads(was) === reads(is)) return undefined;
  const [from, to] = [toDecimal(was), toDecimal(is)];
  if (declared === undefined || !isFigure(declared) || from === undefined || to === undefined) {
    return "changed";
  }
  const move = to.minus(from);
  if (move.eq(0) || move.abs().lt(stepOf(declared, row))) return undefined;
  return move.gt(0) ? "risen" : "fallen";
}

const NOTHING = new Big(0);
const ONE_CENT = new Big("0.01");

/** Returns the step of a figure in its unit: that of an amount is a share of the size of its position. */
function stepOf(
  { spec: { unit, step } }: Extract<Declared<PositionOf>, { spec: { unit: unknown } }>,
  position: PositionOf,
): Big {
  if (unit !== "usd" && unit !== "usd_per_day") return new Big(step ?? 0);
  const least = (size(position).value ?? NOTHING).times(step ?? 0);
  return least.gt(ONE_CENT) ? least : ONE_CENT;
}

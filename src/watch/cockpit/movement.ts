import { Big } from "big.js";
import { toDecimal } from "../../base/decimal.js";
import { POSITION_CATALOG } from "../../figures/catalog/catalog.js";
import { size } from "../../figures/catalog/position.js";
import { isFigure } from "../../figures/figure.js";
import type { PositionOf } from "../../figures/subjects.js";
import type { Column } from "../../output/table/column.js";
import { type FormatContext, formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";

/** How a cell changed: its figure rose or fell, or only its text differs. */
export type Movement = "risen" | "fallen" | "changed";

/**
 * Returns how a cell has changed between two rounds; undefined if its text is the same, or its figure has
 * moved too little. Limits: docs/watch.md, "Highlights".
 * @param was the column of the earlier round, whose figures can depend on more than the row
 */
export function movementOf(
  column: Column<PositionOf>,
  before: PositionOf,
  after: PositionOf,
  context: FormatContext,
  was = column,
): Movement | undefined {
  const [old, now] = [was.value(before), column.value(after)];
  const reads = (value: unknown) => formatCell(column.kind, value, context, column.signed);
  if (reads(old) === reads(now)) return undefined;
  const [from, to] = [toDecimal(old), toDecimal(now)];
  if (from === undefined || to === undefined || WORDS.has(column.kind)) return "changed";
  const move = to.minus(from);
  if (move.eq(0) || move.abs().lt(leastMove(column, before))) return undefined;
  return move.gt(0) ? "risen" : "fallen";
}

const WORDS: ReadonlySet<Kind> = new Set<Kind>(["text", "time", "prose", "id"]);

/** Figures that move with every mark price; others, such as funding, move when something is paid. */
const AT_MARKS: ReadonlySet<string> = new Set(
  POSITION_CATALOG.filter(isFigure).flatMap(({ id, spec }) => (spec.atMarks === true ? [id] : [])),
);

/** Returns the least move to highlight, in the unit of the column; 0 for every visible one. */
function leastMove({ key, kind }: Pick<Column<never>, "key" | "kind">, position: PositionOf): Big {
  switch (kind) {
    case "size":
    case "money": {
      const part = !AT_MARKS.has(key) ? NOTHING : kind === "size" ? TEN_BP : ONE_BP;
      const least = (size(position).value ?? NOTHING).times(part);
      return least.gt(ONE_CENT) ? least : ONE_CENT;
    }
    case "yearly":
      return new Big("0.5");
    case "share":
      return new Big("0.1");
    default:
      return NOTHING;
  }
}

const NOTHING = new Big(0);
const ONE_BP = new Big("0.0001");
const TEN_BP = new Big("0.001");
const ONE_CENT = new Big("0.01");

/** Columns that only follow the clock, and are never highlighted. */
export const CLOCK_COLUMNS: ReadonlySet<string> = new Set(
  POSITION_CATALOG.filter(({ spec }) => spec.followsClock === true).map(({ id }) => id),
);

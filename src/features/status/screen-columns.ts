import { pairOf } from "../../analytics/portfolio/groups.js";
import type { Handles } from "../../base/names/handle.js";
import type { Column } from "../../output/table/column.js";
import type { Look } from "../../output/text/look.js";
import { type Ruler, rulerFor } from "../../output/text/ruler.js";
import { createPairColumn } from "../../views/position/pair.js";
import { handleColumn } from "../../views/position/positions.js";
import { SEVERITY_TONES } from "../../views/position/reason-counts.js";
import { reasonText } from "../../views/position/reasons.js";
import { signColumn, stakeColumn } from "../../views/position/severity-columns.js";
import { portfolioColumn } from "../../views/row-fields.js";
import type { ScreenRow } from "./screen-rows.js";

/** Maximum width of a pair on a narrower screen. */
const LONGEST_PAIR = 12;
/** Minimum width at which exchanges have their full names, and portfolios a column. */
const WIDE = 100;
/** Minimum width of the reasons. */
const NARROWEST = 20;

/**
 * Returns the columns of a screen for some of its rows, the last one as wide as there is room.
 * @param all every row, so that names do not depend on how many are shown
 */
export async function screenColumns(
  rows: readonly ScreenRow[],
  all: readonly ScreenRow[],
  handles: Handles,
  look: Look,
): Promise<Column<ScreenRow>[]> {
  const words = rows.flatMap(({ position: { asset, legs } }) => [
    ...[asset, ...legs.flatMap(({ exchange, symbol }) => [exchange, symbol])],
  ]);
  const ruler = await rulerFor(words);
  const { width: limit = Number.POSITIVE_INFINITY } = look;
  const isNamed = limit >= WIDE && rows.some(({ isOneOfSeveral }) => isOneOfSeveral);
  const first = [
    signColumn,
    { ...handleColumn(handles), tone: toneOf },
    ...(isNamed ? [portfolioColumn<ScreenRow>((it) => it)] : []),
    pairColumnOf(all, ruler, look),
    stakeColumn,
  ];
  const widthOf = (column: Column<ScreenRow>) => {
    const texts = rows.map((row) => column.texts?.(row, look)?.[0] ?? String(column.value(row)));
    return Math.max(...[column.header, ...texts].map(ruler.width)) + GAP;
  };
  const room = Math.max(NARROWEST, limit - first.reduce((sum, it) => sum + widthOf(it), 0));
  return [...first, whyColumn((text) => ruler.width(text) <= room)];
}

const toneOf = ({ severity }: ScreenRow) => SEVERITY_TONES[severity];

/** Returns the column of the pairs: with short names and cut on a narrow screen. */
function pairColumnOf(
  all: readonly ScreenRow[],
  ruler: Ruler,
  { width = Number.POSITIVE_INFINITY }: Look,
): Column<ScreenRow> {
  const pairs = createPairColumn();
  for (const { legs } of all) pairs.add(legs);
  return {
    ...{ key: "pair", header: pairs.column.header, kind: "text", priority: 0 },
    value: ({ legs }) => pairOf(legs),
    texts(row, context) {
      const [full, short = full] = pairs.column.texts?.(row, context) ?? [""];
      if (width >= WIDE) return [full];
      if (ruler.width(short) <= LONGEST_PAIR) return [short];
      return [`${ruler.start(short, LONGEST_PAIR - 1)}${context.unicode ? "…" : "~"}`];
    },
  };
}

function whyColumn(fits: (text: string) => boolean): Column<ScreenRow> {
  return {
    ...{ key: "why", header: "why", kind: "prose", priority: 0, tone: toneOf },
    narrowest: NARROWEST,
    value: ({ reasons, position }) => {
      const texts = reasons.map((it) => reasonText(it, position));
      return reasonsThatFit(texts, fits);
    },
  };
}

/** Columns between two cells. */
const GAP = 2;

/** Joins the first reasons that fit in a line, and says how many there are besides. */
function reasonsThatFit(texts: readonly string[], fits: (text: string) => boolean): string {
  for (let count = texts.length; count > 1; count--) {
    const rest = texts.length - count;
    const joined = texts.slice(0, count).join("; ") + (rest === 0 ? "" : ` +${rest}`);
    if (fits(joined)) return joined;
  }
  return [texts[0] ?? "", ...(texts.length > 1 ? [`+${texts.length - 1}`] : [])].join(" ");
}

import { isHedged, type Risk, type Unhedged } from "../analytics/risk.js";
import type { Column } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { UNCHECKED } from "./doubt.js";
import { staleMarkSign } from "./leg-columns.js";
import { multipleMark } from "./multiples.js";
import type { PositionRow, ServiceClock } from "./position-row.js";
import { pairColumn, positionColumns } from "./positions.js";
import { renderedTotals } from "./rendered-totals.js";
import { sumTotal } from "./sum-total.js";

interface UnhedgedRow extends PositionRow {
  readonly it: Unhedged;
}

/** Returns the positions that hold more on one side, the largest amount first, with the sums. */
export function unhedgedSection(
  { unhedged, totals }: Risk,
  clock: ServiceClock,
  isUnchecked: (positionId: string) => boolean,
): Section {
  const rows = unhedged
    .filter((it) => !isHedged(it))
    .map((it): UnhedgedRow => ({ position: it.position, legs: it.position.legs, it }));
  const sums = renderedTotals([
    [
      sumTotal("unhedged", totals.figures.unhedged_notional),
      sumTotal("net notional", totals.figures.net_notional, { signed: true, tone: "plain" }),
      sumTotal("gross notional", totals.figures.gross_notional),
    ],
  ]);
  const count = rows.length === 1 ? "1 position" : `${rows.length} positions`;
  return {
    title: `${count} of ${unhedged.length} not hedged, or not known to be`,
    async render(look) {
      const isMissing = rows.some(({ it }) => it.missing !== undefined);
      const shown = columns(clock, isUnchecked).filter(({ key }) => key !== "missing" || isMissing);
      const table = tableSection(rows, shown);
      const text = rows.length === 0 ? textSection("Both sides agree everywhere.") : table;
      return (await text.render(look)) + (await sums.render(look));
    },
  };
}

function columns(
  clock: ServiceClock,
  isUnchecked: (positionId: string) => boolean,
): Column<UnhedgedRow>[] {
  const own = (key: string, priority: number): Column<UnhedgedRow>[] =>
    [...positionColumns, pairColumn]
      .filter((column) => column.key === key)
      .map((column) => ({ ...column, priority }));
  return [
    ...own("asset", 0),
    ...own("position_id", 2),
    ...own("pair", 3),
    {
      ...{ key: "net_quantity", header: "net qty", kind: "quantity", signed: true, priority: 2 },
      tone: () => "plain",
      value: ({ it }) => it.netQuantity?.toFixed(),
      mark: ({ position }) => multipleMark(position),
    },
    {
      ...{ key: "unhedged", header: "unhedged", kind: "usd", signed: true, priority: 0 },
      tone: () => "plain",
      value: ({ it }) => it.unhedged.value?.toFixed(),
      mark: ({ it, position }) => [
        ...(it.unhedged.stale === true ? [staleMarkSign(clock)] : []),
        ...(isUnchecked(position.position_id) ? [UNCHECKED] : []),
      ],
    },
    {
      ...{ key: "imbalance", header: "imbalance", kind: "percent", priority: 1 },
      value: ({ it }) => it.imbalance?.toFixed(),
    },
    {
      ...{ key: "missing", header: "side", kind: "text", priority: 0 },
      value: ({ it }) => (it.missing === undefined ? "both" : `no ${it.missing} leg`),
    },
  ];
}

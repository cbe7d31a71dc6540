import { isHedged, type Risk, type Unhedged } from "../analytics/risk.js";
import type { Column } from "../output/table/column.js";
import { asMarks, type Mark } from "../output/table/mark.js";
import { tableSection, textSection } from "../output/table/page.js";
import { pickColumn } from "../output/table/pick-column.js";
import type { Section } from "../output/table/section.js";
import { counted } from "../output/text/counted.js";
import { NOT_ASKED } from "./doubt.js";
import { measureMarks } from "./measure-marks.js";
import { multipleMark } from "./multiples.js";
import type { PositionRow, ServiceClock } from "./position-row.js";
import { pairColumn, positionColumns } from "./positions.js";
import { renderedTotals } from "./rendered-totals.js";
import { MARGIN_UNKNOWN } from "./risk-row.js";
import { sumTotal } from "./sum-total.js";

interface UnhedgedRow extends PositionRow {
  readonly it: Unhedged;
}

/** Returns the positions that hold more on one side, the largest amount first, with the sums. */
export function unhedgedSection({ unhedged, totals }: Risk, clock: ServiceClock): Section {
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
  const count = counted(rows.length, "position");
  return {
    title: `${count} of ${unhedged.length} not hedged, or not known to be`,
    async render(look) {
      const isTold = rows.some(({ it }) => causesOf(it).length > 0);
      const shown = columns(clock).filter(({ key }) => key !== "why" || isTold);
      const table = tableSection(rows, shown);
      const text = rows.length === 0 ? textSection("Both sides agree everywhere.") : table;
      return (await text.render(look)) + (await sums.render(look));
    },
  };
}

/** Returns why a position counts as not hedged; empty if just its sides differ. */
function causesOf({ missing, unknown, isUnchecked }: Unhedged): string[] {
  return [
    ...(missing === undefined ? [] : [`no ${missing} leg`]),
    ...(unknown === undefined ? [] : [MARGIN_UNKNOWN[unknown].brief]),
    ...(isUnchecked ? ["not checked"] : []),
  ];
}

function uncheckedMark({ isUnchecked }: Unhedged): Mark[] {
  return isUnchecked ? [NOT_ASKED] : [];
}

function columns(clock: ServiceClock): Column<UnhedgedRow>[] {
  const known: Column<UnhedgedRow>[] = [...positionColumns, pairColumn];
  const own = (key: string, priority: number) => ({ ...pickColumn(known, key), priority });
  return [
    own("asset", 0),
    own("position_id", 2),
    own("pair", 3),
    {
      ...{ key: "net_quantity", header: "net qty", kind: "quantity", signed: true, priority: 2 },
      tone: () => "plain",
      value: ({ it }) => it.netQuantity?.toFixed(),
      mark: ({ it, position }) => [...asMarks(multipleMark(position)), ...uncheckedMark(it)],
    },
    {
      ...{ key: "unhedged", header: "unhedged", kind: "usd", signed: true, priority: 0 },
      tone: () => "plain",
      value: ({ it }) => it.unhedged.value?.toFixed(),
      mark: ({ it }) => [...measureMarks(it.unhedged, clock), ...uncheckedMark(it)],
    },
    {
      ...{ key: "imbalance", header: "imbalance", kind: "percent", priority: 1 },
      value: ({ it }) => it.imbalance?.toFixed(),
      mark: ({ it }) => uncheckedMark(it),
    },
    {
      ...{ key: "why", header: "why", kind: "text", priority: 0 },
      value: ({ it }) => causesOf(it).join(", ") || "sides differ",
    },
  ];
}

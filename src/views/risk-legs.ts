import type { Column, View } from "../output/table/column.js";
import type { Mark } from "../output/table/mark.js";
import { pickColumn } from "../output/table/pick-column.js";
import { NOT_ASKED } from "./doubt.js";
import { legColumns } from "./leg-columns.js";
import { measureMarks } from "./measure-marks.js";
import type { ServiceClock } from "./position-row.js";
import { positionColumns } from "./positions.js";
import { MARGIN_UNKNOWN, type RiskRow } from "./risk-row.js";

/** View of the risk of held legs, one per row. */
export function riskLegsView(clock: ServiceClock): View<RiskRow> {
  const columns = legRiskColumns(clock);
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys.filter((key) => !HIDDEN.has(key)), csv: keys },
    empty: "No held legs.",
  };
}

const HIDDEN: ReadonlySet<string> = new Set([
  ...["legs.quantity", "legs.market_id", "legs.mark_price_updated_at", "unknown"],
  "legs_checked",
]);

function legRiskColumns(clock: ServiceClock): Column<RiskRow>[] {
  const known: Column<RiskRow>[] = [...positionColumns, ...legColumns(clock)];
  const own = (key: string, priority: number) => ({ ...pickColumn(known, key), priority });
  const held = ({ risk }: RiskRow): Mark[] => (risk.isUnchecked ? [NOT_ASKED] : []);
  const atMark = ({ risk }: RiskRow): Mark[] => measureMarks(risk.notional, clock);
  const heldAtMark = (row: RiskRow): Mark[] => [...atMark(row), ...held(row)];
  return [
    own("asset", 0),
    own("position_id", 4),
    own("legs.side", 0),
    own("legs.exchange", 0),
    own("legs.symbol", 7),
    own("legs.market_id", 9),
    { ...own("legs.quantity", 9), mark: held },
    { ...own("legs.leverage", 3), header: "lev" },
    own("legs.open_price", 8),
    { ...own("legs.mark_price", 6), mark: atMark },
    own("legs.mark_price_updated_at", 9),
    figure("gone_at", "gone at", "price", 5, ({ risk }) => risk.goneAt.value),
    figure("away", "away", "percent", 0, ({ risk }) => risk.away.value),
    figure("left", "left", "percent", 2, ({ risk }) => risk.left.value),
    { ...text("margin_state", "margin", 0), value: stateText, mark: held },
    {
      ...text("unknown", "unknown", 9),
      value: ({ risk }) => risk.unknown && MARGIN_UNKNOWN[risk.unknown].text,
    },
    {
      ...figure("notional", "notional", "usd", 4, ({ risk }) => risk.notional.value),
      mark: heldAtMark,
    },
    {
      ...figure("margin", "initial", "usd", 6, ({ risk }) => risk.margin.value),
      mark: heldAtMark,
    },
    {
      ...text("legs_checked", "legs checked", 9),
      value: ({ risk }) => !risk.isUnchecked,
    },
  ];
}

/** Returns `thin`, `not thin` or why the margin cannot be judged. */
function stateText({ risk: { isThin, unknown } }: RiskRow): string {
  if (unknown !== undefined) return MARGIN_UNKNOWN[unknown].brief;
  return isThin === true ? "thin" : "not thin";
}

function figure(
  key: string,
  header: string,
  kind: "usd" | "percent" | "price",
  priority: number,
  of: (row: RiskRow) => { toFixed(): string } | null,
): Column<RiskRow> {
  return { key, header, kind, priority, value: (row) => of(row)?.toFixed() };
}

function text(key: string, header: string, priority: number) {
  return { key, header, kind: "text", priority } as const;
}

import { EXCHANGE_TOTALS, TOTALS } from "../../figures/catalog/catalog.js";
import * as group from "../../figures/catalog/group.js";
import type { Group } from "../../figures/subjects.js";
import { fees } from "../../run/screen/position-columns.js";
import { column, type Table } from "../../run/screen/screen.js";

const { positions, grossNotional, netNotional, unhedgedNotional, marginToAddOf } = group;
const { run7dOf, rate7d, apr } = group;
const { netPnl, fundingPnl, spreadPnl, feesPaid, exitFees, legsPricePnl } = group;

/** Returns the table of groups of positions. */
export function groupTable(by: group.Grouping): Table<Group> {
  const key = group.groupKey(by);
  const figures = by === "exchange" ? EXCHANGE_TOTALS : TOTALS;
  const own =
    by === "exchange" ? column(legsPricePnl, { priority: 2 }) : column(spreadPnl, { priority: 5 });
  const ofPositions = [
    ...[
      column(unhedgedNotional, { priority: 4 }),
      column(run7dOf),
      column(rate7d, { priority: 3 }),
    ],
    ...[column(netPnl), column(fundingPnl, { priority: 3 }), own, fees(feesPaid, 6)],
    ...[fees(exitFees, 7), column(apr, { priority: 4 })],
  ];
  return {
    ...{ who: [key], figures, catalog: [key, ...figures], empty: "No positions." },
    columns: [
      ...[column(key, { isWhole: true }), column(positions, { align: "right", priority: 5 })],
      ...[column(grossNotional), column(netNotional, { priority: 1 })],
      ...(by === "exchange" ? [own, column(marginToAddOf, { priority: 3 })] : ofPositions),
    ],
  };
}

import { EXCHANGE_TOTALS, POSITION_CATALOG, TOTALS, WHO } from "../../figures/catalog/catalog.js";
import * as group from "../../figures/catalog/group.js";
import * as leg from "../../figures/catalog/leg.js";
import { asset, name, positionId } from "../../figures/catalog/position.js";
import { type Declared, type Fact, fact } from "../../figures/figure.js";
import type { Group, LegOf, PositionOf } from "../../figures/subjects.js";
import { optional, schemaOfAny } from "../../output/record.js";
import { VIEWS } from "../../run/output-options.js";
import { answerOf, dataFields } from "../../run/screen/figure-field.js";
import { BOOK_INPUTS, totalsFields } from "../../run/screen/inputs.js";
import { fees } from "../../run/screen/position-columns.js";
import { column, type Table } from "../../run/screen/screen.js";
import { tableOf } from "../../run/screen/views.js";

const { positions, grossNotional, netNotional, unhedgedNotional, marginToAddOf } = group;
const { run7dOf, rate7d, apr } = group;
const { netPnl, fundingPnl, spreadPnl, feesPaid, exitFees, legsPricePnl } = group;

/** Returns the table of groups of positions. */
export function groupTable(by: group.Grouping): Table<Group> {
  const key = group.groupKey(by);
  const figures = by === "exchange" ? EXCHANGE_TOTALS : TOTALS;
  const held = [
    column(key, { isWhole: true }),
    column(positions, { align: "right", priority: 5 }),
    column(grossNotional),
    column(netNotional, { priority: 1 }),
  ];
  const ofLegs = [column(legsPricePnl, { priority: 2 }), column(marginToAddOf, { priority: 3 })];
  const ofPositions = [
    column(unhedgedNotional, { priority: 4 }),
    column(run7dOf),
    column(rate7d, { priority: 3 }),
    column(netPnl),
    column(fundingPnl, { priority: 3 }),
    column(spreadPnl, { priority: 5 }),
    fees(feesPaid, 6),
    fees(exitFees, 7),
    column(apr, { priority: 4 }),
  ];
  return {
    who: [key],
    figures,
    catalog: [key, ...figures],
    columns: [...held, ...(by === "exchange" ? ofLegs : ofPositions)],
    empty: "No positions.",
  };
}

/** Returns a fact of a position as one of its legs. */
function ofPosition(of: Fact<PositionOf>): Declared<LegOf> {
  return fact(of.id, of.spec, (it: LegOf) => of(it.position));
}

const NAME = ofPosition(name);
const WHOSE = [ofPosition(positionId), NAME, ofPosition(asset)];

/** The table of the held legs, each a row. */
export const LEG_TABLE: Table<LegOf> = {
  who: WHOSE,
  figures: leg.LEG_CATALOG,
  catalog: [...WHOSE, ...leg.LEG_CATALOG],
  columns: [
    column(NAME, { header: "position", isWhole: true }),
    column(leg.side),
    column(leg.exchange),
    column(leg.symbol, { isOptional: true, priority: 9 }),
    column(leg.leverage, { priority: 4 }),
    column(leg.quantity, { isOptional: true, priority: 8 }),
    column(leg.openPrice, { isOptional: true, priority: 7 }),
    column(leg.markPrice, { isOptional: true, priority: 6 }),
    column(leg.notional, { priority: 3 }),
    column(leg.away),
    column(leg.awaySd, { priority: 2 }),
    column(leg.left, { priority: 1 }),
    column(leg.marginToAdd),
  ],
  empty: "No held legs.",
};

/** Returns the JSON Schema of `carry list` with a view, groups or computed columns. */
export function listViewSchema() {
  const totals = totalsFields(new Set(["funding", "pool"])).map((it) => optional(it));
  const views = VIEWS.map((it) => answerOf(it, BOOK_INPUTS, dataFields(tableOf(it, [])), totals));
  const groups = group.GROUPINGS.map((it) =>
    answerOf(it, BOOK_INPUTS, dataFields(groupTable(it)), totals),
  );
  const others = POSITION_CATALOG.filter((it) => !WHO.includes(it));
  const chosen = dataFields({ who: [], figures: others }).map((it) => optional(it));
  const columns = [...dataFields({ who: WHO, figures: [] }), ...chosen];
  const all = [...views, ...groups, answerOf("columns", BOOK_INPUTS, columns, totals)];
  return schemaOfAny("list-view", all);
}

import type { CountedSum } from "../analytics/sum.js";
import type { SettlementTime, Upcoming } from "../analytics/upcoming-totals.js";
import type { Column, View } from "../output/table/column.js";
import { staleMarkSign } from "./leg-columns.js";
import type { ServiceClock } from "./position-row.js";
import type { UpcomingViewOptions } from "./upcoming.js";
import { upcomingTotals } from "./upcoming-totals.js";

/** View of the settlements of the next 24 hours, one time per row. */
export function upcomingTimesView({
  found,
  rows = [],
  ...clock
}: UpcomingViewOptions): View<SettlementTime> {
  const columns = timesColumns(clock);
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns,
    defaults: { table: keys, csv: keys.filter((key) => key !== "in") },
    ...(found !== undefined && { totals: () => upcomingTotals(found, "time", clock.now, rows) }),
    empty: whyEmpty(found),
  };
}

function whyEmpty(found: Upcoming | undefined): string {
  return found === undefined || found.legs.length === 0
    ? "No held legs."
    : "No settlement of the next 24 hours is known.";
}

function timesColumns(clock: ServiceClock): Column<SettlementTime>[] {
  const usd = (
    key: string,
    header: string,
    priority: number,
    of: (row: SettlementTime) => CountedSum,
  ): Column<SettlementTime> => ({
    ...{ key, header, kind: "usd", signed: true, priority },
    value: (row) => of(row).value?.toFixed(),
    mark: (row) => (of(row).stale === true ? staleMarkSign(clock) : undefined),
    note: (row) => {
      const { counted, of: whole } = of(row);
      return counted === whole ? undefined : `(${counted} of ${whole})`;
    },
  });
  return [
    {
      ...{ key: "time", header: "time", kind: "time", priority: 0 },
      value: ({ time }) => new Date(time).toISOString(),
    },
    { key: "in", header: "in", kind: "age", priority: 0, value: ({ time }) => time - clock.now },
    {
      ...{ key: "settlements", header: "legs", kind: "integer", priority: 3 },
      value: ({ legs }) => legs.length,
    },
    {
      ...{ key: "positions", header: "positions", kind: "integer", priority: 4 },
      value: ({ legs }) => new Set(legs.map(({ position }) => position.position_id)).size,
    },
    usd("pays", "pays", 0, ({ pays }) => pays),
    { ...usd("least", "least 3d", 2, ({ least }) => least), group: "range" },
    { ...usd("most", "most 3d", 2, ({ most }) => most), group: "range" },
  ];
}

import type { CountedSum } from "../analytics/sum.js";
import type { SettlementTime, Upcoming } from "../analytics/upcoming-totals.js";
import type { Column, View } from "../output/table/column.js";
import { markAgeSigns } from "./leg-columns.js";
import { detailColumns } from "./measure-fields.js";
import type { ServiceClock } from "./position-row.js";
import { EVENT_MARK, SPACING, type UpcomingViewOptions } from "./upcoming.js";
import { upcomingTotals } from "./upcoming-totals.js";

/** View of the settlements of the next 24 hours, one time per row. */
export function upcomingTimesView({
  found,
  rows = [],
  ...clock
}: UpcomingViewOptions): View<SettlementTime> {
  const columns = timesColumns(clock);
  const details = restsOnColumns();
  const keys = columns.map(({ key }) => key);
  return {
    rows: (row) => [row],
    columns: [...columns, ...details],
    defaults: {
      table: keys,
      csv: [...keys.filter((key) => key !== "in"), ...details.map(({ key }) => key)],
    },
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
    mark: (row) => [...markAgeSigns(of(row), clock), ...(row.atEventMark ? [EVENT_MARK] : [])],
    note: (row) => {
      const { counted, of: whole } = of(row);
      return counted === whole ? undefined : `(${counted} of ${whole})`;
    },
  });
  const mark = ({ about }: SettlementTime) => (about ? SPACING : undefined);
  return [
    {
      ...{ key: "time", header: "time", kind: "time", priority: 0, mark },
      value: ({ time }) => new Date(time).toISOString(),
    },
    {
      ...{ key: "in", header: "in", kind: "age", priority: 0, mark },
      value: ({ time }) => time - clock.now,
    },
    {
      ...{ key: "settlements", header: "legs", kind: "integer", priority: 3 },
      value: ({ legs }) => legs.length,
    },
    {
      ...{ key: "positions", header: "positions", kind: "integer", priority: 4 },
      value: ({ legs }) => new Set(legs.map(({ position }) => position.position_id)).size,
    },
    usd("pays", "pays", 0, paysOf),
    { ...usd("least", "least 3d", 2, leastOf), group: "range" },
    { ...usd("most", "most 3d", 2, mostOf), group: "range" },
  ];
}

/** Columns of what the figures rest on, for programs: a table shows it as marks and notes. */
function restsOnColumns(): Column<SettlementTime>[] {
  const counts: Column<SettlementTime>[] = [
    ...detailColumns({ key: "pays", header: "pays" }, paysOf, ["counted"]),
    ...detailColumns({ key: "least", header: "least 3d" }, leastOf, ["counted"]),
    ...detailColumns({ key: "most", header: "most 3d" }, mostOf, ["counted"]),
  ];
  const flag = { kind: "any", priority: 9 } as const;
  return [
    ...counts,
    ...detailColumns({ key: "pays", header: "pays" }, paysOf, ["as_of", "stale", "age_unknown"]),
    { ...{ key: "about", header: "about", ...flag }, value: ({ about }) => about },
    {
      ...{ key: "at_event_mark", header: "at event mark", ...flag },
      value: ({ atEventMark }) => atEventMark,
    },
  ];
}

const paysOf = ({ pays }: SettlementTime) => pays;
const leastOf = ({ least }: SettlementTime) => least;
const mostOf = ({ most }: SettlementTime) => most;

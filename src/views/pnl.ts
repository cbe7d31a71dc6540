import { Big } from "big.js";
import type { Pnl, PnlRow } from "../analytics/pnl.js";
import { isByTime, type PnlGrouping } from "../analytics/pnl-groupings.js";
import type { ChartPoint } from "../output/chart/layout/columns.js";
import type { Plot } from "../output/chart/layout/plot.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Column, Total, View } from "../output/table/column.js";
import { figuresSection, tableSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import type { Look } from "../output/text/look.js";
import { duration } from "./duration.js";
import {
  expectedColumns,
  expectedJson,
  expectedTotals,
  unexpectedLines,
} from "./expected-funding.js";
import type { RangeInputs } from "./history.js";
import { notedSection, pageOf } from "./noted-section.js";
import { asideLines, asidesJson, timeText } from "./past-asides.js";
import { pnlColumns, pnlJson, pnlTotals, totalOf } from "./pnl-figures.js";

/** Returns a PnL for programs. */
export function pnlReportJson(pnl: Pnl, inputs: RangeInputs & { readonly by: PnlGrouping }) {
  const { by, from, to, rows, totals, timeWeighted, asides } = pnl;
  const iso = (time: number) => new Date(time).toISOString();
  return sourced({
    from: iso(from),
    to: iso(to),
    inputs,
    rows: rows.map((row) => ({
      ...{ by, group: row.group, asset: row.asset },
      from: iso(row.from),
      to: iso(row.to),
      units: row.period?.units,
      part: row.period?.isPart,
      ...pnlJson(row.figures),
      ...expectedJson(row.funding),
      asides: asidesJson(row.asides),
    })),
    totals: {
      ...pnlJson(totals),
      ...expectedJson(pnl.funding),
      ...(timeWeighted !== undefined && {
        time_weighted: { value: timeWeighted, unit: "percent", as_of: iso(to) },
      }),
    },
    asides: asidesJson(asides),
  });
}

function columnsOf(by: PnlGrouping): Column<PnlRow>[] {
  const time = (key: "from" | "to"): Column<PnlRow> => ({
    ...{ key, header: key, kind: "time", priority: 9 },
    value: (row) => new Date(row[key]).toISOString(),
  });
  const asset: Column<PnlRow> = {
    ...{ key: "asset", header: "asset", kind: "text", priority: 0 },
    value: (row) => row.asset,
  };
  return [
    ...(by === "position" ? [asset] : []),
    {
      ...{ key: "group", header: by === "pair" ? "long/short" : by, priority: 0 },
      kind: by === "position" ? "id" : isByTime(by) ? "time" : "text",
      value: ({ group }) => group,
      note: ({ period }) => {
        if (period === undefined) return undefined;
        const joined = period.units > 1 ? `${period.units} joined` : undefined;
        const part = period.isPart ? "part" : undefined;
        const said = [joined, part].filter((it) => it !== undefined);
        return said.length === 0 ? undefined : `(${said.join(", ")})`;
      },
    },
    ...withExpected(pnlColumns<PnlRow>(({ figures }, name) => figures[name])),
    ...(isByTime(by) ? [time("from"), time("to")] : []),
  ];
}

/** Puts the expected funding beside the realized one. */
function withExpected(columns: readonly Column<PnlRow>[]): Column<PnlRow>[] {
  const expected = expectedColumns<PnlRow>(({ funding }) => funding);
  return columns.flatMap((it) => (it.key === "funding_pnl" ? [it, ...expected] : [it]));
}

/** View of a PnL: a page, or its rows. */
export function pnlView(by: PnlGrouping, pnl?: Pnl): View<unknown, PnlRow> {
  const columns = columnsOf(by);
  const keys = columns.map(({ key }) => key);
  return {
    rows: () => pnl?.rows ?? [],
    columns,
    defaults: { table: keys, csv: keys },
    ...(pnl !== undefined && { page: () => [pageOf((look) => sectionsOf(pnl, look))] }),
    empty: "No position changed.",
  };
}

function sectionsOf(pnl: Pnl, look: Look): Section[] {
  const { by, rows } = pnl;
  const isOdd = rows.some(({ figures }) => figures.residual.value?.eq(0) === false);
  const hidden = new Set(["from", "to", ...(isOdd ? [] : ["residual"])]);
  const columns = columnsOf(by)
    .filter(({ key }) => !hidden.has(key))
    .map((it) => (it.key === "group" ? { ...it, value: ({ group }: PnlRow) => brief(group) } : it));
  const [parts, returns] = pnlReportTotals(pnl);
  const figures = [parts, [...returns, ...expectedTotals(pnl.funding)]];
  return [
    { title: titleOf(pnl, look), ...figuresSection(figures) },
    notedSection(tableSection(rows, columns), [
      ...periodLines(pnl),
      ...asideLines(pnl.asides),
      ...unexpectedLines(pnl.funding.unknown),
    ]),
  ];
}

/** Returns the figures of the whole: the net PnL with its parts, and the returns. */
export function pnlReportTotals({ totals, timeWeighted }: Pnl): [Total[], Total[]] {
  const own: Total = {
    ...totalOf("return_on_notional", totals.return_on_notional),
    label: "return on notional",
  };
  const weighted: Total = {
    label: "time-weighted",
    ...{ kind: "percent", signed: true, value: timeWeighted?.toFixed() },
  };
  return [pnlTotals(totals), timeWeighted === undefined ? [own] : [own, weighted]];
}

/** Leaves out the second year of joined periods: `2026-05-25 to 05-27`. */
function brief(group: string): string {
  return group.replace(/^(\d{4}-)(\S+) to \1(\S+)$/, "$1$2 to $3");
}

/** Explains joined and partial periods. */
function periodLines({ by, rows }: Pnl): string[] {
  const joined = rows.filter(({ period }) => period !== undefined && period.units > 1);
  if (joined.length === 0) return [];
  const names = joined.map(({ group }) => group).join(", ");
  return [`${by}s joined, since no snapshot is within 2 h of a midnight between them: ${names}`];
}

function titleOf({ by, from, to }: Pnl, look: Look): string {
  return `PnL by ${by}, ${timeText(from, look)} to ${timeText(to, look)} (${duration(to - from)})`;
}

/** Returns plots of the net PnL of each period, and of its sum; joined periods are a gap. */
export function pnlPlots({ by, rows }: Pnl): Plot[] {
  let sum = new Big(0);
  const sums = rows.map(({ from, to, figures }): ChartPoint => {
    const { value } = figures.net_pnl;
    sum = sum.plus(value ?? 0);
    return { from, to, value: value && sum.toNumber() };
  });
  const single = rows.map(({ from, to, figures, period }): ChartPoint => {
    const value = period?.units === 1 ? figures.net_pnl.value : null;
    return { from, to, value: value?.toNumber() ?? null };
  });
  const isJoined = rows.some(({ period }) => period?.units !== 1);
  const isWhole = rows.every(({ figures }) => figures.net_pnl.value !== null);
  const shared = { combine: "last", unit: "usd" } as const;
  return [
    {
      title: `net PnL of each ${by}, USD`,
      series: [{ label: "net PnL", points: single }],
      ...shared,
      isPerSpan: true,
      gap: [...(isJoined ? [`${by}s joined`] : []), ...(isWhole ? [] : ["unknown"])].join(", or "),
    },
    {
      title: "cumulative, USD",
      series: [{ label: "net PnL", points: sums }],
      ...shared,
      gap: "unknown",
    },
  ];
}

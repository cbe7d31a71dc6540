import { Big } from "big.js";
import { PNL_FIGURES } from "../../analytics/portfolio/pnl-between.js";
import type { Aside } from "../../analytics/portfolio/tracked-position.js";
import type { ChartPoint } from "../../output/chart/layout/columns.js";
import type { Plot } from "../../output/chart/layout/plot.js";
import {
  answer,
  each,
  type Fields,
  group,
  inner,
  optional,
  own,
  plain,
  shown,
  viewOf,
} from "../../output/record.js";
import type { Total, View } from "../../output/table/column.js";
import { figuresSection, tableSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { duration } from "../../views/duration.js";
import { leftOutField, leftOutLines } from "../../views/left-out.js";
import { figure } from "../../views/measure-fields.js";
import {
  expectedFields,
  expectedTotals,
  unexpectedLines,
} from "../../views/past/expected-funding.js";
import { notedSection, pageOf } from "../../views/past/noted-section.js";
import {
  ASIDES,
  asideLines,
  type Kept,
  type NameOfKept,
  namesOfKept,
} from "../../views/past/past-asides.js";
import {
  pnlFields,
  pnlTotals,
  returnTotal,
  shownColumns,
  totalOf,
} from "../../views/past/pnl-figures.js";
import {
  FILTERED,
  type Filtered,
  NO_OWNER,
  type OwnerOf,
  type OwnTotals,
  portfolioFields,
  portfoliosField,
} from "../../views/row-fields.js";
import type { Pnl, PnlRow } from "./figures.js";
import {
  isByTime,
  PNL_DIVISIONS,
  PNL_GROUPINGS,
  type PnlDivision,
  type PnlGrouping,
} from "./groupings.js";

/** What was requested of a PnL. */
export interface PnlInputs extends Filtered {
  readonly by: PnlGrouping;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** A PnL with its rows, and what was requested; times in milliseconds since the epoch. */
export interface ShownPnl<Row> {
  readonly inputs: PnlInputs;
  readonly from: number;
  readonly to: number;
  readonly rows: readonly Row[];
  readonly asides: readonly Aside[];
  readonly ownerOf: OwnerOf;
}

/** The same, and each portfolio alone; by default the only one. */
export type Divided<T extends ShownPnl<unknown>> = T & {
  readonly portfolios?: readonly OwnTotals<Omit<T, "inputs" | "ownerOf">>[];
};

/** Returns the answer of a PnL, whatever its rows are. */
export function pnlOfRows<Row, T extends ShownPnl<Row>>(
  help: string,
  row: Fields<Row>,
  totalsHelp: string,
  totals: Fields<Omit<T, "inputs" | "ownerOf">>,
) {
  type Shown = Divided<T>;
  return answer<Shown>("pnl", [
    plain("from", "moment", "The first snapshot (ISO 8601).", ({ from }) => from),
    plain("to", "moment", "The last snapshot (ISO 8601).", ({ to }) => to),
    inner("inputs", "The options as typed; `by` with its default.", ({ inputs }: Shown) => inputs, [
      own("by", PNL_GROUPINGS, "--by."),
      own("start", "text?", "--start."),
      own("end", "text?", "--end."),
      FILTERED,
    ]),
    each("rows", help, ({ rows }) => rows, row),
    group("totals", totalsHelp, totals),
    portfoliosField((it) => it.portfolios ?? [{ ...it.ownerOf(), totals: it }], totals),
    ASIDES,
  ]);
}

const GROUP =
  "The UTC day (2026-05-31), week (2026-W22) or month (2026-05), or two of them when joined; the asset, the exchanges of the long and the short legs, the position identifier, or the portfolio.";

function rowFields(
  by: PnlDivision,
  ownerOf: OwnerOf = NO_OWNER,
  nameOf = namesOfKept([]),
): Fields<PnlRow> {
  const isPosition = by === "position";
  return [
    ...portfolioFields<PnlRow>(({ group: id }) =>
      ownerOf(isPosition || by === "portfolio" ? id : undefined),
    ),
    plain("position_id", "text?", "By position: its identifier (uuid).", (it) => {
      return isPosition ? it.group : undefined;
    }),
    own("asset", "text?", "By position: asset symbol."),
    ...(isPosition
      ? [
          shown<PnlRow>({
            ...{ key: "handle", header: "position", kind: "text", priority: 0, isWhole: true },
            value: (row) => nameOf(keptOf(row)),
          }),
        ]
      : []),
    plain("by", PNL_DIVISIONS, "--by.", () => by),
    own("group", "text", GROUP, {
      ...(isPosition
        ? { header: "id", kind: "id", isWide: true }
        : { header: by === "pair" ? "long/short" : by, kind: isByTime(by) ? "time" : "text" }),
      ...{ priority: 0, note: periodNote },
    }),
    own("from", "moment", "The snapshot at its beginning (ISO 8601)."),
    own("to", "moment", "The snapshot at its end (ISO 8601)."),
    plain("units", "positive?", "By time: how many are joined.", ({ period }) => period?.units),
    plain("part", "flag?", "By time: whether it is only a part of one.", (it) => it.period?.isPart),
    ...pnlFields(PNL_FIGURES, ({ figures }: PnlRow) => figures),
    ...expectedFields(({ funding }: PnlRow) => funding),
    ASIDES,
  ];
}

function keptOf({ group: positionId, asset = "" }: PnlRow): Kept {
  return { positionId, asset };
}

/** Names the positions of a PnL: those of its rows, and those explained below them. */
export function namesIn({ by, rows, asides, funding }: Pnl): NameOfKept {
  const explained = [...asides, ...funding.unknown].map(({ track }) => track.last);
  return namesOfKept([...(by === "position" ? rows.map(keptOf) : []), ...explained]);
}

function periodNote({ period }: PnlRow): string | undefined {
  if (period === undefined) return undefined;
  const joined = period.units > 1 ? `${period.units} joined` : undefined;
  const part = period.isPart ? "part" : undefined;
  const said = [joined, part].filter((it) => it !== undefined);
  return said.length === 0 ? undefined : `(${said.join(", ")})`;
}

/** `positions pnl`, unless it is by snapshot. */
export function pnlAnswer(by: PnlDivision, ownerOf?: OwnerOf) {
  type Shown = Omit<ShownPnl<PnlRow> & Pnl, "inputs" | "ownerOf">;
  const totals: Fields<Shown> = [
    ...pnlFields(PNL_FIGURES, (it: Shown) => it.totals),
    ...expectedFields(({ funding }: Shown) => funding),
    optional(
      figure("time_weighted", TIME_WEIGHTED, ({ timeWeighted, to }) => {
        return { value: timeWeighted ?? null, unit: "percent", base: "notional", asOf: to };
      }),
      ({ timeWeighted }) => timeWeighted !== undefined,
    ),
    leftOutField(({ leftOut }: Shown) => leftOut),
  ];
  const order = "By time in its order, else the largest net PnL first.";
  return pnlOfRows<PnlRow, ShownPnl<PnlRow> & Pnl>(
    order,
    rowFields(by, ownerOf),
    "Sums of all rows.",
    totals,
  );
}

const TIME_WEIGHTED = "By time: product of the returns on notional of the days, percent.";

/** View of a PnL: a page, or its rows. */
export function pnlView(by: PnlDivision, ownerOf?: OwnerOf, pnl?: Pnl): View<PnlRow> {
  const page = pnl && { page: () => [pageOf((look) => sectionsOf(pnl, look, ownerOf))] };
  const fields = rowFields(by, ownerOf, pnl && namesIn(pnl));
  return viewOf(fields, { ...page, empty: "No position changed." }, [
    ...["handle", "portfolio", "group", "net_pnl", "funding_pnl"],
    ...["expected_funding", "funding_difference", "*"],
  ]);
}

function sectionsOf(pnl: Pnl, look: Look, ownerOf?: OwnerOf): Section[] {
  const { by, rows } = pnl;
  const nameOf = namesIn(pnl);
  const columns = shownColumns(pnlView(by, ownerOf, pnl), rows, look).map((it) =>
    it.key === "group" ? { ...it, value: ({ group }: PnlRow) => brief(group) } : it,
  );
  const [parts, returns] = pnlReportTotals(pnl);
  const figures = [parts, [...returns, ...expectedTotals(pnl.funding)]];
  return [
    { title: titleOf(pnl, look), ...figuresSection(figures) },
    notedSection(tableSection(rows, columns), [
      ...periodLines(pnl),
      ...leftOutLines(pnl.leftOut),
      ...asideLines(pnl.asides, nameOf),
      ...unexpectedLines(pnl.funding.unknown, nameOf),
    ]),
  ];
}

/** Returns the figures of the whole: the net PnL with its parts, and the returns. */
export function pnlReportTotals({ totals, timeWeighted }: Pnl): [Total[], Total[]] {
  const price = (["delta", "basis"] as const).map((name) => ({
    ...totalOf(name, totals[name]),
    label: `price PnL, ${name}`,
  }));
  const own = returnTotal(totals);
  const weighted: Total = {
    label: "time-weighted",
    ...{ kind: "percent", signed: true, value: timeWeighted?.toFixed() },
  };
  const returns = timeWeighted === undefined ? [own] : [own, weighted];
  return [pnlTotals(totals), [...price, ...returns]];
}

/** Leaves out the second year of joined periods: `2026-05-25 to 05-27`. */
function brief(group: string): string {
  return group.replace(/^(\d{4}-)(\S+) to \1(\S+)$/, "$1$2 to $3");
}

/** Explains joined periods. */
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

import { joinReasons } from "../analytics/joined.js";
import type { Concern } from "../analytics/reason.js";
import { SHOWN_WINDOWS } from "../analytics/runs.js";
import type { PortfolioStatus } from "../analytics/status.js";
import type { Total, View } from "../output/table/column.js";
import { chooseColumns } from "../output/table/columns.js";
import { uniqueLength } from "../output/table/fit.js";
import { figuresSection, tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import { capitalTotal, figureTotals, leftOutTotals, wholeNote } from "./figures.js";
import { joinedText, notJudgedGroups } from "./not-judged.js";
import { clockOf, type ReasonRow, reasonRows, reasonsView } from "./status-rows.js";

/** How a portfolio's status looks on a screen. */
export function statusView(status: PortfolioStatus): View<unknown> {
  return {
    rows: () => [],
    columns: [],
    defaults: { table: [], csv: [] },
    page: () => statusPage(status),
    empty: "",
  };
}

function statusPage(status: PortfolioStatus): Section[] {
  const { totals, attention } = status;
  if (totals.positions === 0) return [textSection("All well: there are no open positions.")];
  const lines = [runLine(status), ...leftOutTotals(totals)];
  return [
    withLines(figuresSection(figuresOf(status), titleOf(totals)), lines),
    ...(attention.length === 0
      ? [textSection(verdictOf(status), status.notJudged.length === 0 ? "gain" : "plain")]
      : attentionSections(status)),
    ...asideSections(status),
  ];
}

function figuresOf({ totals, asOf }: PortfolioStatus): Total[][] {
  return [
    figureTotals(totals, [
      ...(["net_pnl", "funding_pnl", "spread_pnl"] as const),
      ...(["fees_paid", "fees_estimated_exit"] as const),
    ]),
    [
      ...figureTotals(totals, ["apr"]),
      capitalTotal(totals),
      ...figureTotals(totals, ["gross_notional", "net_notional", "unhedged_notional"]),
      { label: "as of", kind: "time", value: new Date(asOf).toISOString() },
    ],
  ];
}

/** `funding 24h +73.93   7d +567.47   30d +3,451.18 (12 of 14)` */
function runLine({ runs }: PortfolioStatus): Total[] {
  return SHOWN_WINDOWS.map((window, index) => {
    const { settled, younger } = runs[window];
    const note = [
      settled.counted === settled.of ? undefined : `${settled.counted} of ${settled.of}`,
      younger === 0 ? undefined : `${younger} younger`,
    ].filter((it) => it !== undefined);
    return {
      label: index === 0 ? `funding ${window}` : window,
      ...{ kind: "usd", signed: true, value: settled.value?.toFixed() },
      ...(note.length > 0 && { note: note.join(", ") }),
    };
  });
}

/** A section with lines of figures below it. */
function withLines({ render, ...rest }: Section, lines: readonly (readonly Total[])[]): Section {
  return {
    ...rest,
    async render(look) {
      const { renderTotals } = await import("../output/table/total-line.js");
      const texts = lines.map((line) => renderTotals(line, look));
      return [await render(look), ...(await Promise.all(texts))].join("");
    },
  };
}

function titleOf(totals: PortfolioStatus["totals"]): string {
  const open = totals.positions === 1 ? "1 open position" : `${totals.positions} open positions`;
  return [open, wholeNote(totals).note].filter((it) => it !== undefined).join(", ");
}

/** A screen holds no more positions; a pipe gets all. */
const MOST_SHOWN = 20;

/** What holds for all in one line each, then the positions that need attention for more. */
function attentionSections(status: PortfolioStatus): Section[] {
  const { attention, totals, criteria } = status;
  const need = attention.length === 1 ? "needs" : "need";
  const { joined, apart } = joinReasons(attention, totals.positions);
  const columns = chooseColumns(reasonsView(clockOf(criteria)), undefined, "table");
  return [
    {
      title: `${attention.length} of ${counted(totals.positions)} ${need} attention, worst first`,
      async render(look) {
        const lines = joined.map((it) => textSection(joinedText(it)).render(look));
        const all = (await Promise.all(lines)).join("");
        if (apart.length === 0) return all;
        const shown = apart.slice(0, look.width === undefined ? undefined : MOST_SHOWN);
        const table = await tableSection(reasonRows(shown), columns).render(look);
        const rest = apart.length - shown.length;
        if (rest === 0) return all + table;
        const more = `and ${rest} more: carry status -o csv has all of them`;
        return all + table + (await textSection(more).render(look));
      },
    },
  ];
}

function verdictOf({ totals, notJudged }: PortfolioStatus): string {
  const { positions } = totals;
  const none =
    positions === 1 ? "the open position needs no" : `none of ${positions} open positions needs`;
  return notJudged.length === 0
    ? `All well: ${none} attention.`
    : `Not known whether all is well: by what could be told, ${none} attention.`;
}

/** How the reasons look as rows of a table, with the totals of all positions below them. */
export function statusRowsView(status: PortfolioStatus): View<ReasonRow> {
  return {
    ...reasonsView(clockOf(status.criteria)),
    totals: () => [...figuresOf(status), runLine(status), ...leftOutTotals(status.totals)],
  };
}

/** What has to be said beside the rows, since they cannot tell it. */
export function asideNotes(status: PortfolioStatus): string[] {
  return asides(status).map(({ text, concerns }) => text + namesOf(concerns, undefined));
}

function asideSections(status: PortfolioStatus): Section[] {
  const sections = asides(status).map(({ text, concerns }) => idsSection(text, concerns));
  if (sections.length === 0) return [];
  return [
    {
      render: async (look) =>
        (await Promise.all(sections.map(({ render }) => render(look)))).join(""),
    },
  ];
}

interface Aside {
  readonly text: string;
  /** Who is meant; none where all are. */
  readonly concerns: readonly Concern[];
}

/** What could not be judged, what is no reason yet, and what is left out on purpose. */
function asides(status: PortfolioStatus): Aside[] {
  const { feesNotEarned, ignored, criteria, totals } = status;
  const { joined, apart } = joinReasons(status.notJudged, totals.positions);
  const days = feesNotEarned.map(
    ({ position, days }) =>
      `${position.asset} ${position.position_id.slice(0, 8)} ${days.toFixed(1)} days to go`,
  );
  const codes = [...new Set(criteria.limits.ignore.map(({ code }) => code))].join(", ");
  const shown = days.slice(0, MOST_NAMED).join(", ");
  const more = days.length > MOST_NAMED ? ` and ${days.length - MOST_NAMED} more` : "";
  return [
    ...joined.map((it) => ({ text: `Not judged: ${joinedText(it)}`, concerns: [] })),
    ...notJudgedGroups(apart),
    ...(days.length === 0 ? [] : [{ text: `Fees not earned yet: ${shown}${more}.`, concerns: [] }]),
    ...(ignored === 0
      ? []
      : [
          {
            text: `Ignored: ${ignored} ${ignored === 1 ? "reason" : "reasons"} (${codes}).`,
            concerns: [],
          },
        ]),
  ];
}

const MOST_NAMED = 8;

function idsSection(text: string, concerns: readonly Concern[]): Section {
  return {
    render(look) {
      const ids = concerns.map(({ position }) => position.position_id);
      const length = look.width === undefined ? undefined : uniqueLength(ids);
      return textSection(text + namesOf(concerns, length)).render(look);
    },
  };
}

function namesOf(concerns: readonly Concern[], length: number | undefined): string {
  if (concerns.length === 0) return "";
  const names = concerns
    .slice(0, MOST_NAMED)
    .map(({ position }) => `${position.asset} ${position.position_id.slice(0, length)}`);
  const rest = concerns.length - names.length;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `${names.join(", ")}${more}.`;
}

function counted(positions: number): string {
  return positions === 1 ? "1 position" : `${positions} positions`;
}

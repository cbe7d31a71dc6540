import type { Concern, Reason } from "../analytics/attention.js";
import type { PortfolioStatus } from "../analytics/status.js";
import type { Total, View } from "../output/column.js";
import { chooseColumns } from "../output/columns.js";
import { uniqueLength } from "../output/fit.js";
import { figuresSection, type Section, tableSection, textSection } from "../output/page.js";
import { capitalTotal, figureTotals, leftOutTotals, wholeNote } from "./figures.js";
import { type ReasonRow, reasonRows, reasonsView } from "./status-rows.js";

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
  return [
    withLines(figuresSection(figuresOf(status), titleOf(totals)), leftOutTotals(totals)),
    attention.length === 0 ? textSection(verdictOf(status), "gain") : attentionSection(status),
    ...notJudgedSections(status),
  ];
}

function figuresOf({ totals, criteria }: PortfolioStatus): Total[][] {
  return [
    figureTotals(totals, [
      ...(["net_pnl", "funding_pnl", "spread_pnl"] as const),
      ...(["fees_paid", "fees_estimated_exit"] as const),
    ]),
    [
      ...figureTotals(totals, ["apr"]),
      capitalTotal(totals),
      ...figureTotals(totals, ["gross_notional", "net_notional", "unhedged_notional"]),
      { label: "as of", kind: "time", value: new Date(criteria.now).toISOString() },
    ],
  ];
}

/** A section with lines of figures below it. */
function withLines({ render, ...rest }: Section, lines: readonly (readonly Total[])[]): Section {
  return {
    ...rest,
    async render(look) {
      const { renderTotals } = await import("../output/total-line.js");
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

function attentionSection({ attention, totals, criteria }: PortfolioStatus): Section {
  const need = attention.length === 1 ? "needs" : "need";
  const columns = chooseColumns(reasonsView(criteria), undefined, "table");
  return {
    title: `${attention.length} of ${counted(totals.positions)} ${need} attention, worst first`,
    async render(look) {
      const shown = attention.slice(0, look.width === undefined ? undefined : MOST_SHOWN);
      const table = await tableSection(reasonRows(shown), columns).render(look);
      const rest = attention.length - shown.length;
      if (rest === 0) return table;
      const more = `and ${rest} more: carry status -o csv has all of them`;
      return table + (await textSection(more).render(look));
    },
  };
}

function verdictOf({ totals, notJudged }: PortfolioStatus): string {
  const { positions } = totals;
  const none =
    positions === 1 ? "the open position needs no" : `none of ${positions} open positions needs`;
  if (notJudged.some(({ reasons }) => reasons.some(isMissing))) {
    return `Not known whether all is well: by what could be fetched, ${none} attention.`;
  }
  return notJudged.length === 0
    ? `All well: ${none} attention.`
    : `All well as far as is known: ${none} attention.`;
}

function isMissing({ code }: Reason): boolean {
  return code === "funding_unknown";
}

/** How the reasons look as rows of a table, with the totals of all positions below them. */
export function statusRowsView(status: PortfolioStatus): View<ReasonRow> {
  return {
    ...reasonsView(status.criteria),
    totals: () => [...figuresOf(status), ...leftOutTotals(status.totals)],
  };
}

/** What has to be said beside the rows, since they cannot tell it. */
export function notJudgedNotes(status: PortfolioStatus): string[] {
  return notJudgedGroups(status).map(({ text, concerns }) => text + namesOf(concerns, undefined));
}

function notJudgedSections(status: PortfolioStatus): Section[] {
  return notJudgedGroups(status).map(({ text, concerns }) => idsSection(text, concerns));
}

/** Whose pair may be paying without anybody knowing, and why. */
function notJudgedGroups({ notJudged }: PortfolioStatus) {
  const told = (code: Reason["code"], why: string) => {
    const concerns = notJudged.filter(({ reasons }) => reasons.some((it) => it.code === code));
    if (concerns.length === 0) return [];
    const text = `Funding of the last day not known for ${counted(concerns.length)}, ${why}: `;
    return [{ text, concerns }];
  };
  return [
    ...told("funding_unknown", "the history of a market could not be had, or lacks figures"),
    ...told("market_unknown", "a leg has no market id"),
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

import type { Upcoming } from "../../analytics/funding/upcoming-totals.js";
import { joinReasons } from "../../analytics/portfolio/joined.js";
import {
  allAttention,
  allNotJudged,
  bookAttention,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import { clockOf } from "../../analytics/position/criteria.js";
import { chooseColumns } from "../../output/table/choose-columns.js";
import type { Total, View } from "../../output/table/column.js";
import { renderPage, tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import type { Look } from "../../output/text/look.js";
import { joinedText } from "../../views/position/not-judged.js";
import { reasonText } from "../../views/position/reasons.js";
import { compactTotals, totalLines, totalsSection } from "../../views/position/status-totals.js";
import { sumTotal } from "../../views/sum-total.js";
import { asideSections, countedAsides } from "./asides.js";
import { type ReasonRow, reasonRows, reasonsView } from "./rows.js";

/**
 * View of a portfolio's status: a page cut to the height of the terminal, worst first; as rows the
 * reasons, with the totals of all positions below.
 * @param whole true to show everything, whatever the height
 */
export function statusView(status: PortfolioStatus, whole = false): View<ReasonRow> {
  return {
    ...reasonsView(clockOf(status.criteria)),
    totals: () => totalLines(status),
    page: () => [
      {
        render: (look) => (whole ? renderPage(sectionsOf(status), look) : fitted(status, look)),
      },
    ],
  };
}

/** Lines of a screen around the page: title, state, keys, and the event log. */
const AROUND = 7;

/**
 * Draws the status for a screen, with the next settlement; a small one has the main totals only.
 * @param more what stands below
 */
export async function statusScreen(
  status: PortfolioStatus,
  upcoming: Upcoming,
  look: Look,
  more: readonly Section[] = [],
): Promise<string> {
  const next = nextSettlementTotals(upcoming);
  const draw = async (first: Section | undefined, lines: readonly Total[][], room?: Room) => {
    const [, ...others] = sectionsOf(status, room);
    const drawn = [(await first?.render(look)) ?? ""];
    for (const line of lines) drawn.push(await renderTotals(line, look));
    return renderPage([{ render: async () => drawn.join("") }, ...others, ...more], look);
  };
  if (status.totals.positions === 0) return renderPage([...sectionsOf(status), ...more], look);
  const { renderTotals } = await import("../../output/table/total-line.js");
  const all = await draw(totalsSection(status), [next]);
  const fits = all.split("\n").length <= (look.height ?? Number.POSITIVE_INFINITY) - AROUND;
  return fits ? all : draw(undefined, [...compactTotals(status), next], { isShort: true });
}

/** Assumed height of a terminal of unknown height. */
const MOST_SHOWN = 20;
/** Minimum number of positions shown, whatever the height. */
const LEAST_SHOWN = 3;

/** Returns the page, cut to the height of the terminal less one line for the prompt. */
async function fitted(status: PortfolioStatus, look: Look): Promise<string> {
  if (look.width === undefined) return renderPage(sectionsOf(status), look);
  const { height } = look;
  if (height === undefined) return renderPage(sectionsOf(status, { most: MOST_SHOWN }), look);
  const draw = async (room?: Room) => {
    const text = await renderPage(sectionsOf(status, room), look);
    return { text, lines: text.split("\n").length };
  };
  const all = await draw();
  if (all.lines <= height) return all.text;
  let drawn = await draw({ isShort: true });
  let most = positionsThatFit(status, height);
  while (drawn.lines > height && most >= LEAST_SHOWN) {
    drawn = await draw({ isShort: true, most });
    most--;
  }
  return drawn.text;
}

interface Room {
  /** Maximum number of positions. */
  readonly most?: number;
  /** True to show asides only as counts. */
  readonly isShort?: boolean;
}

function sectionsOf(status: PortfolioStatus, { most, isShort = false }: Room = {}): Section[] {
  const { totals } = status;
  if (totals.positions === 0) return [textSection("All well: there are no open positions.")];
  return [
    totalsSection(status, isShort ? 1 : undefined),
    allAttention(status).length === 0 ? verdictSection(status) : attentionSection(status, most),
    ...(isShort ? countedAsides(status) : asideSections(status)),
  ];
}

function verdictSection(status: PortfolioStatus): Section {
  const { totals, isOnlyNew } = status;
  if (isOnlyNew === true) return textSection("Nothing new needs attention. Not known is now:");
  const { positions } = totals;
  const none =
    positions === 1 ? "the open position needs no" : `none of ${positions} open positions needs`;
  return allNotJudged(status).length === 0
    ? textSection(`All well: ${none} attention.`, "gain")
    : textSection(`Not known whether all is well: as far as can be judged, ${none} attention.`);
}

/**
 * Returns shared reasons, one line each, then the positions with reasons of their own, worst first.
 * @param most maximum number of positions
 */
function attentionSection(status: PortfolioStatus, most = Number.POSITIVE_INFINITY): Section {
  const { attention, totals, criteria } = status;
  const need = attention.length === 1 ? "needs" : "need";
  const { joined, apart } = joinReasons(attention, totals.positions);
  const columns = chooseColumns(reasonsView(clockOf(criteria)), undefined, "table");
  const title =
    attention.length === 0
      ? "All open positions together need attention"
      : `${attention.length} of ${counted(totals.positions, "position")} ${need} attention, worst first`;
  const texts = [...bookAttention(status).map((it) => reasonText(it)), ...joined.map(joinedText)];
  return {
    title: `${status.isOnlyNew === true ? "New: " : ""}${title}`,
    async render(look) {
      const lines = texts.map((text) => textSection(text).render(look));
      const all = (await Promise.all(lines)).join("");
      if (apart.length === 0) return all;
      const shown = apart.slice(0, most);
      const table = await tableSection(reasonRows(shown), columns).render(look);
      const rest = apart.length - shown.length;
      return all + table + (rest === 0 ? "" : await textSection(moreText(rest, look)).render(look));
    },
  };
}

/** Returns how many positions fit, with one line per reason. */
function positionsThatFit({ attention, totals }: PortfolioStatus, lines: number): number {
  const { apart } = joinReasons(attention, totals.positions);
  let left = lines;
  const first = apart.findIndex(({ reasons }) => {
    left -= reasons.length;
    return left < 0;
  });
  return first === -1 ? apart.length : first;
}

function moreText(rest: number, { unicode }: Look): string {
  return `${unicode ? "…" : "..."} and ${rest} more (carry status -v)`;
}

/** Returns the next settlement of the portfolio and the next 24 hours as a line; empty if unknown. */
function nextSettlementTotals({ times, pays24h }: Upcoming): Total[] {
  const [first] = times;
  if (first === undefined) return [];
  const { time, legs, pays } = first;
  return [
    {
      ...{ label: "next settlement", kind: "time", value: new Date(time).toISOString() },
      note: counted(legs.length, "leg"),
    },
    sumTotal("pays", pays, { signed: true, things: "legs" }),
    sumTotal("next 24h", pays24h, { signed: true, things: "legs" }),
  ];
}

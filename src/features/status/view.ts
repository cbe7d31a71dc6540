import { upcomingOf } from "../../analytics/funding/upcoming.js";
import { nextSettlements } from "../../analytics/funding/upcoming-totals.js";
import { type Joined, joinReasons } from "../../analytics/portfolio/joined.js";
import type { Since } from "../../analytics/portfolio/since.js";
import {
  allAttention,
  allNotJudged,
  bookAttention,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import { clockOf } from "../../analytics/position/criteria.js";
import type { Handles } from "../../base/names/handle.js";
import { once } from "../../base/once.js";
import type { View } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import type { Look } from "../../output/text/look.js";
import { joinedText } from "../../views/position/not-judged.js";
import { statusHead } from "../../views/position/status-head.js";
import { totalLines } from "../../views/position/status-totals.js";
import type { OwnerOf } from "../../views/row-fields.js";
import { asideLines, countedAsides } from "./asides.js";
import { type ReasonRow, reasonsView } from "./rows.js";
import { screenColumns } from "./screen-columns.js";
import { leftOutText, rowsShown, type ScreenRow, screenRows } from "./screen-rows.js";
import { sinceLine } from "./since.js";

/** What a screen shows. */
export interface StatusShown {
  readonly status: PortfolioStatus;
  /** Names of its positions. */
  readonly handles: Handles;
  readonly ownerOf: OwnerOf;
  /** What changed since the snapshot of a day ago; undefined without one. */
  readonly since?: Since | undefined;
}

/** Lines of a terminal that a screen leaves for the prompt and the command. */
const LEFT = 2;
/** Lines for the next command below it. */
const NEXT = 1;

/**
 * View of a portfolio's status: a page cut to the height of the terminal, worst first; as rows the
 * reasons, with the totals of all positions below.
 * @param whole true to show everything, whatever the height
 */
export function statusView(shown: StatusShown, whole = false): View<ReasonRow> {
  const { status, handles } = shown;
  return {
    ...reasonsView(clockOf(status.criteria)),
    totals: () => totalLines(status, handles),
    page: () => [
      {
        async render(look) {
          const { height, width } = look;
          if (whole || width === undefined) return drawn(shown, look);
          return fitted(shown, look, (height ?? ASSUMED) - LEFT - NEXT);
        },
      },
    ],
  };
}

/** Assumed height of a terminal of unknown height. */
const ASSUMED = 24;
/** Positions that are shown at least, whatever the height. */
const LEAST_SHOWN = 3;

/** Draws as much as fits, or the least. */
async function fitted(shown: StatusShown, look: Look, lines: number): Promise<string> {
  const isHigh = (text: string) => text.split("\n").length - 1 > lines;
  const draw = await drawerOf(shown, look);
  let text = await draw();
  for (let most = lines; isHigh(text) && most >= LEAST_SHOWN; most--) text = await draw(most);
  return text;
}

async function drawn(shown: StatusShown, look: Look): Promise<string> {
  return (await drawerOf(shown, look))();
}

/**
 * Returns a function that draws the status, with at most so many positions and the asides counted;
 * without a number all. What does not depend on that number is computed once.
 */
async function drawerOf(shown: StatusShown, look: Look) {
  const { status, handles, ownerOf } = shown;
  const { attention, totals } = status;
  const head = await headOf(shown, look);
  if (totals.positions === 0) return async () => head;
  const { joined, apart } = joinReasons(attention, totals.positions);
  const table = { joined, all: screenRows(apart, ownerOf) };
  const short = once(() => countedAsides(status, handles));
  return async (most?: number): Promise<string> => {
    const body = await attentionTable(shown, table, look, most);
    const asides = most === undefined ? asideLines(status, handles) : short();
    const notes = asides.map((text) => textSection(text, "label").render(look));
    return head + body + (await Promise.all(notes)).join("");
  };
}

async function headOf({ status, handles, since }: StatusShown, look: Look): Promise<string> {
  const { totals, each, criteria } = status;
  const top = since === undefined ? "" : await sinceLine(since, handles, criteria.now, look);
  if (totals.positions === 0) {
    return top + (await textSection("All well: no open positions.").render(look));
  }
  const inputs = { ...clockOf(criteria), historyOf: criteria.historyOf };
  const legs = each.flatMap(({ position }) => upcomingOf(position, inputs));
  return top + (await statusHead(status, nextSettlements(legs, criteria.now), look));
}

/** Draws the positions that need attention, or the verdict where none does. */
async function attentionTable(
  { status, handles }: StatusShown,
  { joined, all }: { readonly joined: readonly Joined[]; readonly all: readonly ScreenRow[] },
  look: Look,
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  if (allAttention(status).length === 0) {
    return `\n${await textSection(verdictText(status), "heading").render(look)}`;
  }
  const rows = rowsShown(all, most);
  const table =
    rows.length === 0
      ? ""
      : `\n${await tableSection(rows, await screenColumns(rows, all, handles, look)).render(look)}`;
  const rest = all.length - rows.length;
  const grave = leftOutText(all, rows);
  const lines = [
    ...(bookAttention(status).length > 0 && status.attention.length === 0
      ? [textSection("No single position needs attention, but the book costs funding.", "heading")]
      : []),
    ...joined.map((it) => textSection(joinedText(it), "label")),
    ...(grave === undefined ? [] : [textSection(grave, "loss")]),
    ...(rest === 0 ? [] : [textSection(`${rest} more: carry status --all`, "label")]),
  ];
  return table + (await Promise.all(lines.map(({ render }) => render(look)))).join("");
}

function verdictText(status: PortfolioStatus): string {
  const { positions } = status.totals;
  const none =
    positions === 1 ? "the open position needs no" : `none of ${positions} open positions needs`;
  return allNotJudged(status).length === 0
    ? `All well: ${none} attention.`
    : `Unknown whether all is well: as far as known, ${none} attention.`;
}

import { dotOf } from "../base/safe-text.js";
import { once } from "../figures/figure.js";
import type { Group } from "../figures/subjects.js";
import type { Look } from "../output/text/look.js";
import { counted } from "../output/text/words.js";
import { VIEWS, type ViewName } from "../run/output-options.js";
import { causeLines } from "../run/screen/cause-lines.js";
import { headOf } from "../run/screen/list-head.js";
import { toneOf } from "../run/screen/position-columns.js";
import { portfolioName } from "../run/settings/portfolios.js";
import { type Brush, createBrush, type Piece } from "./brush.js";
import { type LogEntry, logLines } from "./events.js";
import { isMenu, type WatchState } from "./keys.js";
import { type Frame, layOut } from "./layout.js";
import { arranged, filterOf, type Page, type PageLine } from "./page.js";
import { type FrameSource, sheetOf } from "./sheets.js";
import type { Shown } from "./shown.js";
import { timeTexts, troubleLines } from "./status-lines.js";

/** Names of the pages, which are the views of `carry list`. */
const TITLES: Readonly<Record<ViewName, string>> = {
  now: "Now",
  pnl: "PnL",
  funding: "Funding",
  risk: "Risk",
  next: "Next",
};

/** Returns the look of a table, whose first column is that of the cursor. */
export function tableLook(look: Look): Look {
  return { ...look, width: (look.width ?? 80) - 1 };
}

/** Creates a function that draws screens; the lines of a page are arranged again only if a choice changed. */
export function createFrames() {
  let last: { readonly from: readonly unknown[]; readonly lines: readonly PageLine[] } | undefined;
  const scrolls = new Map<ViewName, number>();

  const linesOf = (page: Page, state: WatchState, { alerts }: Shown) => {
    const { filter, sorts, view, isGrouped } = state;
    const sort = sorts[view];
    const from = [page, filter, sort, isGrouped];
    if (last === undefined || !from.every((it, at) => it === last?.from[at])) {
      const how = { sort, isGrouped, isWanted: filterOf(filter) };
      last = { from, lines: arranged(page, how, alerts) };
    }
    return last.lines;
  };

  /** @param look with the size of the screen; without a height all lines are drawn */
  return async (state: WatchState, source: FrameSource, look: Look): Promise<Frame> => {
    const { shown, log, time, isOnce } = source;
    const { view, isWide } = state;
    const page = await shown.page({ view, isWide }, isOnce ? look : tableLook(look));
    const lines = linesOf(page, state, shown);
    const brush = await createBrush(look);
    const sheet = await sheetOf(state, source, page, look, brush);
    return layOut({
      state,
      top: [
        ...(await headLines(view, shown, look)),
        concernLine(source, look, brush),
        tabLine(state, source, look, brush),
        ...troubleLines(source, look, brush),
        ...choiceLines(state, source, page, lines, brush),
      ],
      page,
      lines,
      sheet,
      bottom: (most) =>
        bottomLines(source, most === 0 ? [] : log.slice(-most), { look, time, brush }),
      keys: (seen) => keyLine(state, source, seen, brush),
      look,
      scrolls,
      isOnce,
    });
  };
}

/** The first part of the heading of a view, of which a list may have more. */
async function headLines(view: ViewName, { book }: Shown, look: Look): Promise<string[]> {
  const [first] = headOf(view, book);
  return first === undefined ? [] : (await first.render(look)).replace(/\n$/, "").split("\n");
}

const causesOfBook = once((book: Group) => causeLines(book));

/** `2 rules failed · 1 cost funding · 2 losing · 4 unknown      sandbox` */
function concernLine(source: FrameSource, look: Look, brush: Brush): string {
  const { shown, name } = source;
  const { book, acknowledged, round, alerts } = shown;
  const { failed, unknown } = alerts.counts;
  const missing = round.book.lost.map(portfolioName).join(", ");
  const causes = causesOfBook(book).map(
    ({ count, noun, gravity }): Piece => ({ text: `${count} ${noun}`, tone: toneOf(gravity) }),
  );
  const all: Piece[] = [
    ...(missing === "" ? [] : [{ text: `without ${missing}`, emphasis: "alert" } as const]),
    ...(failed > 0
      ? [{ text: `${counted(failed, "rule")} failed`, emphasis: "alert" } as const]
      : []),
    ...(unknown > 0
      ? [{ text: `${counted(unknown, "rule")} unknown`, tone: "heading" } as const]
      : []),
    ...causes,
  ];
  const { length } = book.members;
  const well: Piece =
    length === 0
      ? { text: "no open positions", tone: "label" }
      : { text: `all well: ${counted(length, "open position")}`, tone: "gain" };
  const right = acknowledged === 0 ? name : `${acknowledged} acknowledged`;
  return brush.whole(
    all.length === 0 ? [well] : all,
    { text: right, tone: "label" },
    {
      separator: dotOf(look),
      rest: (count) => `+${count}`,
    },
  );
}

/** `[1]Now  2 PnL  3 Funding  4 Risk  5 Next      updated 12:00:00Z · next in 30s` */
function tabLine(state: WatchState, source: FrameSource, look: Look, brush: Brush): string {
  const tabs = VIEWS.map((view, at): Piece => {
    return view === state.view
      ? { text: `[${at + 1}]${TITLES[view]}`, tone: "heading" }
      : { text: `${at + 1} ${TITLES[view]}`, tone: "label" };
  });
  const taken = tabs.reduce((sum, { text }) => sum + text.length + 2, 0);
  const times = timeTexts(source, look).slice(source.isOnce ? 1 : 0);
  const time = times.find((text) => taken + text.length <= brush.width) ?? "";
  return brush.split(tabs, { text: time, tone: "label" }, "  ");
}

/** Returns a line of what is filtered, sorted and grouped, so that no part looks like the whole; else none. */
function choiceLines(
  { filter, isTyping, view, sorts, isGrouped, isWide }: WatchState,
  { round }: FrameSource,
  page: Page,
  lines: readonly PageLine[],
  brush: Brush,
): string[] {
  const { heading } = round.book;
  const sort = sorts[view];
  const header = page.view.columns.find(({ key }) => key === sort?.key)?.header.trim();
  const count = new Set(lines.flatMap(({ row }) => row?.id ?? [])).size;
  const texts = [
    ...(heading === undefined ? [] : [heading]),
    ...(filter !== "" || isTyping
      ? [`/${filter}${isTyping ? "_" : ""}: ${counted(count, "position")}`]
      : []),
    ...(sort === undefined
      ? []
      : [`by ${header ?? sort.key}, ${sort.descending ? "descending" : "ascending"}`]),
    ...(isGrouped ? ["by exchange"] : []),
    ...(isWide ? ["the other columns: w"] : []),
  ];
  if (texts.length === 0) return [];
  return [brush.line(texts.map((text): Piece => ({ text, tone: "heading" })))];
}

const MOST_MESSAGE_LINES = 2;

/** Returns why the last round failed, or the last message; else the last events. */
function bottomLines(
  { schedule, notice }: FrameSource,
  entries: readonly LogEntry[],
  { look, time, brush }: { readonly look: Look; readonly time: number; readonly brush: Brush },
): readonly string[] {
  const { outage } = schedule;
  const message: Piece | undefined =
    outage !== undefined
      ? { text: outage.failure.message, tone: "loss" }
      : notice === undefined
        ? undefined
        : { text: notice, tone: "label" };
  const said = message === undefined ? [] : brush.paragraph(message).slice(0, MOST_MESSAGE_LINES);
  return [...logLines(entries, time, look.zone, brush), ...said];
}

const TABLE_KEYS = [
  "? keys",
  "q quit",
  "Enter open",
  "/ filter",
  "o sort",
  "x exchange",
  "a acknowledge",
  "e events",
];

/** Returns the last line: the most important keys, and the range of visible lines. */
function keyLine(
  state: WatchState,
  { hasKeyboard }: FrameSource,
  seen: string,
  brush: Brush,
): string {
  const keys = hasKeyboard ? keysOf(state) : ["Ctrl-C quits"];
  return brush.whole(
    keys.map((text) => ({ text, tone: "label" })),
    { text: seen },
    { separator: "  " },
  );
}

function keysOf({ sheet, isTyping }: WatchState): readonly string[] {
  if (isTyping) return ["Enter keeps the filter", "Esc clears it"];
  if (sheet === undefined) return TABLE_KEYS;
  return isMenu(sheet) ? ["Enter choose", "Esc back"] : ["Esc back", "q quit"];
}

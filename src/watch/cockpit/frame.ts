import type { PositionDetail } from "../../client/resources/position.js";
import type { Portfolios } from "../../command/portfolios.js";
import { renderPage } from "../../output/table/page.js";
import type { Look } from "../../output/text/look.js";
import type { Judgement } from "../../portfolio/rotation/judge.js";
import { reasonText } from "../../views/position/reasons.js";
import type { Alerts } from "../alerts.js";
import type { BookRounds } from "../book-rounds.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import type { Acknowledged } from "./acknowledged.js";
import type { Answer } from "./asked.js";
import { type Brush, createBrush, type Piece } from "./brush.js";
import type { CockpitState, PageName, Sheet } from "./cockpit-state.js";
import { type ShownData, shownData } from "./data.js";
import { filterOf, type Known } from "./filter.js";
import { helpLines } from "./help.js";
import { layOut, type Picture } from "./lay-out.js";
import { logLines } from "./log-lines.js";
import { type Acknowledgement, acknowledgements, portfolioChoices, sortChoices } from "./menus.js";
import type { Page } from "./page.js";
import type { ArrangedTable, FittedPage, PageRow } from "./table.js";
import { topLines } from "./top-lines.js";

/** What a screen is drawn from, beside what changes. */
export interface FrameSources {
  readonly rounds: Pick<BookRounds, "of">;
  readonly pages: Readonly<Record<PageName, Page>>;
  readonly acknowledged: Acknowledged;
  readonly portfolios: Portfolios;
  readonly alerts: Alerts | undefined;
  /** Returns what alerts and rules say of a round. */
  readonly alarms: (round: Round) => readonly Piece[];
  /** Returns what is known of the full position, requested once in each round. */
  readonly detailOf: (id: string, round: Round) => Answer<PositionDetail>;
  readonly alternativesOf: (id: string, round: Round) => Answer<Judgement>;
  /** Returns what a page waits for, or why it failed; undefined for neither. */
  readonly loadingOf: (page: PageName) => string | undefined;
  /** Returns how often a page got what it requests, so that it is drawn again. */
  readonly versionOf: (page: PageName) => number;
  readonly header: boolean;
  /** Name of the profile. */
  readonly name: string;
  /** Whether keys can be pressed. */
  readonly keyboard: boolean;
}

/** Times and size of a screen. */
export interface FrameSize {
  readonly look: Look;
  readonly width: number;
  readonly height: number;
  /** By `Clock.elapsed`, and in milliseconds since the epoch. */
  readonly now: number;
  readonly time: number;
}

/** A drawn screen, and what the keys refer to. */
export interface Frame extends Picture {
  /** What the list of acknowledgements has; empty without it. */
  readonly choices: readonly Acknowledgement[];
  readonly data: ShownData;
}

/** The round that is shown, and the one before if changes are highlighted. */
type ShownRounds = Pick<WatchState, "round" | "previous">;

/** A value, and what it was made from. */
interface Kept<T> {
  readonly from: readonly unknown[];
  readonly value: T;
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** Returns the columns for the cursor, left of the table, where there is room. */
function gutterOf(width: number): number {
  return width < NARROW ? 0 : 2;
}
const NARROW = 40;

/** Creates a function that draws screens. A table is drawn again only if something of it changed. */
export function createFrames(sources: FrameSources) {
  const scrolls = new Map<PageName, number>();
  const dataOf = createData(sources);
  /** Of each page the table that is shown, and that of a round that comes. */
  const fitted = new Map<PageName, readonly Kept<FittedPage>[]>();
  let arranged: Kept<ArrangedTable> | undefined;

  /** Formats the table of a page, again only if figures, width or columns changed. */
  const fittedOf = async (state: CockpitState, rounds: ShownRounds, look: Look) => {
    const { page, isWide } = state;
    const data = dataOf(rounds.round, state);
    const before = rounds.previous && dataOf(rounds.previous, state);
    const set = [isWide, look.width];
    const from = [...set, data, before, sources.versionOf(page), sources.alerts?.revision];
    const known = fitted.get(page) ?? [];
    const found = known.find((it) => areSame(it.from, from));
    if (found !== undefined) return found.value;
    const [last] = known;
    const isSameSet = last !== undefined && areSame(last.from.slice(0, set.length), set);
    const value = await sources.pages[page].draw(data, before, {
      ...{ look, isWide, header: sources.header, sortKey: state.sorts[page]?.key },
      isAlerting: (id) => (sources.alerts?.saidOf(id) ?? []).length > 0,
      steady: isSameSet && last.value.shown.length > 0 ? last.value.shown : undefined,
    });
    fitted.set(page, [{ from, value }, ...known.slice(0, 1)]);
    return value;
  };

  const tableOf = async (state: CockpitState, rounds: WatchState, look: Look) => {
    const { page, filter, sorts, isGrouped } = state;
    const table = await fittedOf(state, rounds, look);
    const sort = sorts[page];
    const from = [table, filter, sort, isGrouped];
    if (arranged !== undefined && areSame(arranged.from, from)) return arranged.value;
    const test = filterOf(filter);
    const known = filter === "" ? undefined : knownOf(dataOf(rounds.round, state));
    const isWanted = (row: PageRow) =>
      known === undefined || test(row, known(row.position.position_id));
    const value = { ...table, lines: table.arrange({ sort, isGrouped, isWanted }) };
    arranged = { from, value };
    return value;
  };

  const draw = async (state: CockpitState, rounds: WatchState, size: FrameSize): Promise<Frame> => {
    const { width, height, now, time } = size;
    const look = { ...size.look, width };
    const brush = await createBrush(look);
    const table = await tableOf(state, rounds, { ...look, width: width - gutterOf(width) });
    const data = dataOf(rounds.round, state);
    const { portfolios, pages, name } = sources;
    const choices = choicesOf(state.sheet, data, sources, look);
    const top = topLines(
      {
        ...{ status: data.book.status, head: data.head(look), acknowledged: data.acknowledged },
        ...{
          lost: data.book.lost,
          heading: data.book.heading,
          portfolios: portfolios.list,
          pages,
          table,
          rounds,
          name,
          now,
        },
        alarms: sources.alarms(rounds.round),
        loading: sources.loadingOf(state.page),
      },
      state,
      look,
      brush,
    );
    const log = { now: time, zone: look.zone };
    const picture = layOut({
      ...{ state, top, table, height, scrolls },
      sheet: await sheetLines(state, { table, data, choices, rounds, look, brush, sources, log }),
      log: (most) => logLines(rounds.log, { most, ...log }, brush),
      messages: messageLines(state, rounds, brush),
      keys: (seen) => keyLine(state, rounds, seen, brush, sources.keyboard),
      pointed: pointer(look, width),
    });
    return { ...picture, choices, data };
  };
  return {
    draw,
    /** Formats the table of another page before it is opened, so that it opens at once. */
    async prepare(page: PageName, state: CockpitState, rounds: ShownRounds, size: FrameSize) {
      const look = { ...size.look, width: size.width - gutterOf(size.width) };
      dataOf(rounds.round, state).head(size.look);
      await fittedOf({ ...state, page }, rounds, look);
    },
  };
}

/** Creates a function that returns what is shown of a round, as long as nothing else is chosen. */
function createData({ rounds, acknowledged }: FrameSources) {
  const known = new WeakMap<Round, { readonly from: string; readonly data: ShownData }>();
  return (round: Round, { hidden }: CockpitState): ShownData => {
    const all = acknowledged.list(round.serviceTime);
    const from = JSON.stringify([hidden, all]);
    const found = known.get(round);
    if (found?.from === from) return found.data;
    const data = shownData(round, rounds.of(round), hidden, all);
    known.set(round, { from, data });
    return data;
  };
}

/** Returns a function that returns what filters know of a position. */
function knownOf({ book, closed }: ShownData): (id: string) => Known {
  const { handles, status } = book;
  const all = new Map<string, Known>();
  for (const { position, reasons } of status.each) {
    const texts = reasons.flatMap((it) => [it.code, reasonText(it, position)]);
    all.set(position.position_id, { handle: handles.of(position), reasons: texts });
  }
  for (const it of closed) all.set(it.position_id, { handle: handles.of(it), reasons: [] });
  return (id) => all.get(id) ?? { handle: "", reasons: [] };
}

function choicesOf(
  sheet: Sheet | undefined,
  { whole }: ShownData,
  { acknowledged }: FrameSources,
  look: Look,
): readonly Acknowledgement[] {
  if (sheet?.of !== "acknowledge") return [];
  const concern = whole.status.each.find(({ position }) => position.position_id === sheet.id);
  const { now } = whole.criteria;
  return concern === undefined ? [] : acknowledgements(concern, acknowledged.list(now), now, look);
}

interface SheetParts {
  readonly table: ArrangedTable;
  readonly data: ShownData;
  readonly choices: readonly Acknowledgement[];
  readonly rounds: WatchState;
  readonly look: Look;
  readonly brush: Brush;
  readonly sources: FrameSources;
  readonly log: { readonly now: number; readonly zone: string | undefined };
}

/** Returns the lines of what covers the table. */
async function sheetLines(
  state: CockpitState,
  { table, data, choices, rounds, look, brush, sources, log }: SheetParts,
): Promise<readonly string[] | undefined> {
  const { sheet } = state;
  const said = (text: string) => brush.paragraph({ text });
  const plain = (texts: readonly string[]) => texts.map((text) => brush.line([{ text }]));
  if (sheet === undefined) return undefined;
  switch (sheet.of) {
    case "help":
      return helpLines(table, brush);
    case "events": {
      const all = logLines(rounds.log, { most: rounds.log.length, ...log }, brush);
      return all.length === 0 ? said("Nothing has happened since the watch began.") : all;
    }
    case "sort":
      return plain(sortChoices(table, state));
    case "portfolios":
      return plain(portfolioChoices(sources.portfolios.list, state));
    case "acknowledge":
      return choices.length === 0
        ? said("No reason to acknowledge.")
        : plain(choices.map(({ text }) => text));
    default:
      return (
        (await positionLines(sheet, data, rounds.round, look, sources)) ??
        said("The position is not listed any more.")
      );
  }
}

async function positionLines(
  { of, id }: Extract<Sheet, { readonly id: string; readonly scroll: number }>,
  { whole, closed }: ShownData,
  round: Round,
  look: Look,
  { detailOf, alternativesOf }: FrameSources,
): Promise<readonly string[] | undefined> {
  const position = [...whole.positions, ...closed].find(({ position_id: its }) => its === id);
  if (position === undefined) return undefined;
  const opened = await import("./opened.js");
  const sections =
    of === "position"
      ? opened.positionSections(whole, position, detailOf(id, round))
      : of === "funding"
        ? opened.fundingSections(whole, detailOf(id, round))
        : opened.alternativeSections(whole, alternativesOf(id, round));
  return (await renderPage(sections, look)).replace(/\n+$/, "").split("\n");
}

const MOST_MESSAGE_LINES = 2;

/** Returns why the last round failed, the id to copy, or the last message. */
function messageLines(
  { copied }: CockpitState,
  { failure, notice }: WatchState,
  brush: Brush,
): readonly string[] {
  const piece: Piece | undefined =
    copied !== undefined
      ? { text: copied }
      : failure !== undefined
        ? { text: failure.message, tone: "loss" }
        : notice === undefined
          ? undefined
          : { text: notice, tone: "label" };
  return piece === undefined ? [] : brush.paragraph(piece).slice(0, MOST_MESSAGE_LINES);
}

/** Returns the last line: the most important keys, and the range of visible lines. */
function keyLine(
  { sheet, isTyping }: CockpitState,
  { paused }: WatchState,
  seen: string,
  brush: Brush,
  hasKeyboard: boolean,
): string {
  const keys = !hasKeyboard
    ? ["Ctrl-C quits"]
    : isTyping
      ? ["Enter keeps the filter", "Esc clears it"]
      : sheet === undefined
        ? TABLE_KEYS
        : (SHEET_KEYS[sheet.of] ?? ["Esc back", "f funding", "r rotate", "q quit"]);
  const all = paused && sheet === undefined ? ["Space continue", ...keys] : keys;
  return brush.whole(
    all.map((text) => ({ text, tone: "label" })),
    { text: seen },
    { separator: "  " },
  );
}

const TABLE_KEYS = [
  ...["/ filter", "o sort", "Enter open", "? help", "f funding", "r rotate", "x exchange"],
  ...["a acknowledge", "e events", "q quit"],
];
const SHEET_KEYS: Partial<Record<Sheet["of"], readonly string[]>> = {
  help: ["Esc back", "q quit"],
  events: ["Esc back", "q quit"],
  sort: ["Enter sort", "O the other way", "Esc back"],
  portfolios: ["Enter only this one", "Space show or hide", "* all", "Esc back"],
  acknowledge: ["Enter acknowledge", "Esc back"],
};

const REVERSE = "\u001b[7m";
const NO_REVERSE = "\u001b[27m";

/** Returns a function that draws a line with the cursor, or without it. */
function pointer({ color }: Look, width: number) {
  const gutter = gutterOf(width);
  return (text: string, isCursor: boolean): string => {
    if (!isCursor) return text === "" ? "" : " ".repeat(gutter) + text;
    return ">".padEnd(gutter).slice(0, gutter) + (color ? `${REVERSE}${text}${NO_REVERSE}` : text);
  };
}

import { causesOf } from "../../figures/catalog/causes.js";
import { name } from "../../figures/catalog/position.js";
import type { PositionOf } from "../../figures/subjects.js";
import type { Look } from "../../output/text/look.js";
import { headOf } from "../../run/list-head.js";
import { whyOf } from "../../run/why.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import { keyLine, messageLines } from "./bottom-lines.js";
import { createBrush } from "./brush.js";
import type { CockpitState, PageName } from "./cockpit-state.js";
import { type ShownData, shownData } from "./data.js";
import { filterOf, type Known } from "./filter.js";
import type { FrameSources } from "./frame-sources.js";
import { layOut, type Picture } from "./lay-out.js";
import { logLines } from "./log-lines.js";
import type { Acknowledgement } from "./menus.js";
import { drawPage } from "./page.js";
import { choicesOf, sheetLines } from "./sheets.js";
import type { ArrangedTable, FittedPage } from "./table.js";
import { topLines } from "./top-lines.js";

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
  /** Entries of the list of acknowledgements; empty without it. */
  readonly choices: readonly Acknowledgement[];
  readonly data: ShownData;
}

/** The shown round, and the one before while it is kept. */
type ShownRounds = Pick<WatchState, "round" | "previous" | "isCompared">;

/** A table, with the numbers of its data and of the data that it is compared with. */
interface KeptTable extends Kept<FittedPage> {
  readonly round: number;
  readonly before: number | undefined;
}

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
  /** The tables of each page: that of the shown round, and that of the round being prepared. */
  const fitted = new Map<PageName, readonly KeptTable[]>();
  let arranged: Kept<ArrangedTable> | undefined;

  /** Drops the tables of older rounds, of other pages too, except the last of each page. */
  const forgetBefore = (round: number) => {
    for (const [page, tables] of fitted) {
      fitted.set(
        page,
        tables.filter((it, at) => at === 0 || it.round >= round),
      );
    }
  };

  /** Formats the table of a page, again only if figures, width or columns changed. */
  const fittedOf = async (
    state: CockpitState,
    rounds: ShownRounds,
    look: Look,
    isComing = false,
  ) => {
    const { page, isWide } = state;
    const data = dataOf(rounds.round, state);
    const before = rounds.previous && dataOf(rounds.previous, state);
    const set = [isWide, look.width];
    const from = [...set, data.number, sources.alerts.revision];
    if (!isComing) forgetBefore(data.number);
    const known = fitted.get(page) ?? [];
    const isLetGo = rounds.isCompared && before === undefined;
    const found = known.find(
      (it) => areSame(it.from, from) && (isLetGo || it.before === before?.number),
    );
    if (found !== undefined) return found.value;
    const [last] = known;
    const isSameSet = last !== undefined && areSame(last.from.slice(0, set.length), set);
    const value = await drawPage(page, data, before?.book, sources.alerts, {
      ...{ look, isWide, sortKey: state.sorts[page]?.key },
      isAlerting: (id) => sources.alerts.saidOf(id).length > 0,
      steady: isSameSet && last.value.shown.length > 0 ? last.value.shown : undefined,
    });
    const kept = { from, value, round: data.number, before: before?.number };
    fitted.set(page, [kept, ...(isComing ? known.slice(0, 1) : [])]);
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
    const isWanted = (row: PositionOf) =>
      known === undefined || test(row, known(row.record.position_id));
    const value = { ...table, lines: table.arrange({ sort, isGrouped, isWanted }) };
    arranged = { from, value };
    return value;
  };

  /** The first part of the heading of a view, of which a list may have more; it wraps where it is narrow. */
  const headLines = async (page: PageName, { book }: ShownData, look: Look) => {
    const [first] = headOf(page, book);
    return first === undefined ? [""] : (await first.render(look)).replace(/\n$/, "").split("\n");
  };

  const draw = async (state: CockpitState, rounds: WatchState, size: FrameSize): Promise<Frame> => {
    const { width, height, now, time } = size;
    const look = { ...size.look, width };
    const brush = await createBrush(look);
    const table = await tableOf(state, rounds, { ...look, width: width - gutterOf(width) });
    const data = dataOf(rounds.round, state);
    const { portfolios } = sources;
    const choices = choicesOf(state.sheet, data, sources, look);
    const { page } = state;
    const top = topLines(
      {
        ...{ book: data.book, acknowledged: data.acknowledged, portfolios: portfolios.list },
        ...{ lost: data.whole.lost, heading: data.whole.heading, name: sources.name },
        ...{ head: await headLines(page, data, look), table, rounds, now, isOnce: sources.isOnce },
        alarms: sources.alarms(rounds.round),
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
    /** Formats the table of a page in advance. @param isComing whether its round is not shown yet */
    async prepare(state: CockpitState, rounds: ShownRounds, size: FrameSize, isComing = false) {
      const look = { ...size.look, width: size.width - gutterOf(size.width) };
      await fittedOf(state, rounds, look, isComing);
    },
  };
}

/** The shown part of a round, with a number that identifies it, so that a table need not keep the round. */
interface NumberedData extends ShownData {
  readonly number: number;
}

/** Creates a function that returns the shown part of a round, kept while what is hidden stays the same. */
function createData({ rounds, acknowledged }: FrameSources) {
  const known = new WeakMap<Round, { readonly from: string; readonly data: NumberedData }>();
  let count = 0;
  return (round: Round, { hidden }: CockpitState): NumberedData => {
    const all = acknowledged.list(round.serviceTime);
    const from = JSON.stringify([hidden, all]);
    const found = known.get(round);
    if (found?.from === from) return found.data;
    const data = { number: ++count, ...shownData(rounds.of(round), hidden, all) };
    known.set(round, { from, data });
    return data;
  };
}

/** Returns a function that returns what filters need of a position. */
function knownOf({ book }: ShownData): (id: string) => Known {
  const all = new Map<string, Known>();
  for (const p of book.members) {
    const texts = causesOf(p).flatMap((it) => [it.cause, whyOf(p, it).text]);
    all.set(p.record.position_id, { handle: name(p), reasons: texts });
  }
  return (id) => all.get(id) ?? { handle: "", reasons: [] };
}

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

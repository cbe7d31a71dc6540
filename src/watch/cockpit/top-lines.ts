import { dotOf } from "../../base/safe-text.js";
import { portfolioName } from "../../command/portfolios.js";
import type { Group } from "../../figures/subjects.js";
import { counted } from "../../output/text/counted.js";
import type { Look } from "../../output/text/look.js";
import { causeLines } from "../../run/cause-lines.js";
import { toneOf } from "../../run/position-columns.js";
import type { NamedPortfolio } from "../../settings/portfolios.js";
import type { WatchState } from "../state.js";
import type { Brush, Piece } from "./brush.js";
import { type CockpitState, PAGES } from "./cockpit-state.js";
import { TITLES } from "./page.js";
import { stateTexts, troubleLines } from "./state-line.js";
import type { ArrangedTable } from "./table.js";

/** Facts in the lines at the top. */
export interface TopFacts {
  readonly book: Group;
  /** The heading of the view, drawn. */
  readonly head: readonly string[];
  /** Number of reasons in the round that are acknowledged. */
  readonly acknowledged: number;
  /** Portfolios that could not be listed. */
  readonly lost: readonly NamedPortfolio[];
  /** How many positions the options of the command chose, and by what; undefined for all. */
  readonly heading: string | undefined;
  readonly portfolios: readonly NamedPortfolio[];
  /** What alerts and rules say. */
  readonly alarms: readonly Piece[];
  readonly table: ArrangedTable;
  readonly rounds: WatchState;
  /** Whether this is the only round. */
  readonly isOnce: boolean;
  /** Name of the profile. */
  readonly name: string;
  /** Current time by `Clock.elapsed`, milliseconds. */
  readonly now: number;
}

/** Returns the lines above a table: what is earned, what needs attention, the pages, and what is chosen. */
export function topLines(
  facts: TopFacts,
  state: CockpitState,
  look: Look,
  brush: Brush,
): readonly string[] {
  const { head, rounds, now, isOnce } = facts;
  const dot = dotOf(look);
  const pages = tabs(state);
  const texts = stateTexts(rounds, now, look).slice(isOnce ? 1 : 0);
  const taken = pages.reduce((sum, { text }) => sum + text.length + 2, 0);
  const fits = (text: string) => taken + text.length <= brush.width;
  return [
    ...head,
    brush.whole(concernPieces(facts), rightPiece(facts), {
      ...{ separator: dot, rest: (count) => `+${count}` },
    }),
    brush.split(pages, { text: texts.find(fits) ?? "", tone: "label" }, "  "),
    ...troubleLines(rounds, now, look, brush),
    ...lineOf(choices(facts, state), (pieces) => brush.line(pieces, dot)),
  ];
}

function lineOf(pieces: readonly Piece[], draw: (pieces: readonly Piece[]) => string): string[] {
  return pieces.length === 0 ? [] : [draw(pieces)];
}

function concernPieces({ book, lost, alarms }: TopFacts): readonly Piece[] {
  const counts = causeLines(book).map(({ count, noun, gravity }): Piece => {
    return { text: `${count} ${noun}`, tone: toneOf(gravity) };
  });
  const { length: positions } = book.members;
  const missing = lost.map(portfolioName).join(", ");
  const all: readonly Piece[] = [
    ...(missing === "" ? [] : [{ text: `without ${missing}`, emphasis: "alert" } as const]),
    ...alarms,
    ...counts,
  ];
  if (all.length > 0) return all;
  if (positions === 0) return [{ text: "no open positions", tone: "label" }];
  return [{ text: `all well: ${counted(positions, "open position")}`, tone: "gain" }];
}

function rightPiece({ acknowledged, name }: TopFacts): Piece {
  return { text: acknowledged === 0 ? name : `${acknowledged} acknowledged`, tone: "label" };
}

function tabs({ page }: CockpitState): Piece[] {
  return PAGES.map((name, at) => {
    const title = TITLES[name];
    return name === page
      ? { text: `[${at + 1}]${title}`, tone: "heading" }
      : { text: `${at + 1} ${title}`, tone: "label" };
  });
}

/** Describes what is filtered, sorted, grouped and hidden, so that no part looks like the whole. */
function choices({ table, portfolios, heading }: TopFacts, state: CockpitState): Piece[] {
  const { filter, isTyping, page, sorts, isGrouped, hidden } = state;
  const sort = sorts[page];
  const header = table.columns.find(({ key }) => key === sort?.key)?.header ?? sort?.key;
  const keys = new Set(table.lines.flatMap(({ row }) => row?.id ?? []));
  const shown = portfolios.filter((it) => !hidden.includes(it.portfolio_id)).map(portfolioName);
  const isFiltered = filter !== "" || isTyping;
  const texts = [
    ...(heading === undefined ? [] : [heading]),
    ...(isFiltered ? [`/${filter}${isTyping ? "_" : ""}: ${counted(keys.size, "position")}`] : []),
    ...(sort === undefined
      ? []
      : [`by ${header}, ${sort.descending ? "descending" : "ascending"}`]),
    ...(isGrouped ? ["by exchange"] : []),
    ...(hidden.length === 0
      ? []
      : [`${shown.join(", ")} of ${counted(portfolios.length, "portfolio")}`]),
  ];
  return texts.map((text) => ({ text, tone: "heading" }));
}

import * as move from "../../figures/catalog/move.js";
import { MOVES_TOTALS, type Moves } from "../../figures/catalog/moves.js";
import type { Declared } from "../../figures/figure.js";
import { type Fields, group, own, plain } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { renderSections, textSection } from "../../output/table/page.js";
import type { Look, Section } from "../../output/text/look.js";
import { answerOf, dataFields, figureFields } from "../../run/screen/figure-field.js";
import { footSection } from "../../run/screen/foot.js";
import { headLine, joined } from "../../run/screen/heading.js";
import { recordField } from "../../run/screen/inputs.js";
import { assumedText, dayOf, movesText, noMoveText, toText } from "../../run/screen/moves-text.js";
import { half, pairText, shortExchanges } from "../../run/screen/position-columns.js";
import { column, type Table, type TableColumn } from "../../run/screen/screen.js";
import type { Fees, Share } from "../../run/settings/kinds.js";
import { ASSUMED_FEE } from "../../run/share.js";

/** What is shown of the moves of a book. */
export interface ShownMoves {
  readonly moves: Moves;
  /** The moves that count, or the best one of each position. */
  readonly rows: readonly move.MoveOf[];
  /** What is above all else: the portfolios. */
  readonly heading: string | undefined;
}

type Column = TableColumn<move.MoveOf>;
const { fees, next7d, low, high, chance } = move;

/** Returns the table of moves. @param shown whose rows have short names of exchanges, and a day */
export function tableOf(shown?: ShownMoves): Table<move.MoveOf> {
  const rows = shown?.rows ?? [];
  const nameOf = shortExchanges(rows.flatMap(exchangesIn));
  const isOfSeveral = new Set(rows.map(move.portfolio)).size > 1;
  const by = shown === undefined ? "by" : `by ${dayOf(shown.moves)}`;
  return {
    who: move.MOVE_WHO,
    figures: move.MOVE_FIGURES,
    catalog: [...move.MOVE_WHO, ...move.MOVE_FIGURES],
    columns: [
      column(move.name, { header: "position", isWhole: true }),
      ...(isOfSeveral ? [column(move.portfolio, { priority: 4 })] : []),
      heldColumn(nameOf),
      toColumn(nameOf),
      column(fees, { priority: 2 }),
      column(next7d),
      half({ next7d, low, high }, 1),
      column(chance, { header: by }),
    ],
    empty: shown === undefined ? "" : noMoveText(shown.moves),
  };
}

function exchangesIn({ position: { record }, to }: move.MoveOf): string[] {
  const into = [to?.long.exchange, to?.short.exchange].filter((it) => it !== undefined);
  return [...record.legs.map(({ exchange }) => exchange), ...into];
}

function heldColumn(nameOf: (exchange: string) => string): Column {
  return {
    key: "held",
    header: "held",
    kind: "text",
    priority: 0,
    value: ({ position }) => pairText(position),
    texts: ({ position }) => [pairText(position), pairText(position, nameOf)],
  };
}

function toColumn(nameOf: (exchange: string) => string): Column {
  const text = (m: move.MoveOf, name?: typeof nameOf) =>
    `${toText(m, name)}${move.reverse(m) ? " (reverse)" : ""}`;
  return {
    key: "to",
    header: "to",
    kind: "text",
    priority: 0,
    value: (m) => (m.to === undefined ? null : text(m)),
    texts: (m) => (m.to === undefined ? undefined : [text(m), text(m, nameOf)]),
  };
}

/** Returns what stands around the table of moves: or instead of it, in a sentence that there is none. */
export function aroundMoves(shown: ShownMoves): Pick<View<move.MoveOf>, "head" | "foot" | "page"> {
  const { moves, rows, heading } = shown;
  const above = heading === undefined ? [] : [textSection(heading)];
  const [count = "", record = ""] = movesText(moves);
  const verdict = {
    render: (look: Look) =>
      renderSections(
        [textSection(noMoveText(moves), "heading"), textSection(record, "label")],
        look,
      ),
  };
  if (rows.length === 0) return { page: () => [...above, verdict, footOf(shown)] };
  const head = headLine(joined(count, record), "", "heading");
  return { head: () => [...above, head], foot: () => [footOf(shown)] };
}

function footOf({ moves: { best }, rows }: ShownMoves): Section {
  const left = best.filter((m) => !rows.includes(m));
  const unlikely = left.filter((m) => m.to !== undefined);
  const unknown = left.filter((m) => m.to === undefined);
  const below = `${unlikely.length}${rows.length > 0 ? " more" : ""} below 80 %: --all`;
  const said = assumedText(rows.length > 0 ? rows : best.slice(0, 1));
  const more = [...(unlikely.length === 0 ? [] : [below]), ...said];
  return footSection([...rows, ...unknown], [fees, next7d, chance], more);
}

/** What moves rest on. */
interface MoveInputs {
  readonly now: number;
  readonly names: readonly string[];
  /** What is typed, or the fees of the profile; undefined where all are assumed. */
  readonly fees: Fees | undefined;
  readonly rows: readonly move.MoveOf[];
}

const FEE = "Fee of a fill, or those by exchange.";
const ASSUMED = "Whether 5 bp are assumed for a fill of a row, since its fee is not known.";
const NAMES = "Names that were typed; empty for every open one.";

const INPUTS: Fields<MoveInputs> = [
  plain("service_time", "time", "Time of the service.", ({ now }) => now),
  plain("fee", "text", FEE, ({ fees }) => {
    const all = [...(fees ?? new Map([["default", ASSUMED_FEE]]))];
    const text = ({ amount, unit }: Share) => `${amount}${unit}`;
    return all.map(([at, it]) => (at === "default" ? text(it) : `${at} ${text(it)}`)).join(", ");
  }),
  plain("fee_assumed", "flag", ASSUMED, ({ rows }) => assumedText(rows).length > 0),
  group("filters", "Which positions are looked at.", [own("names", "texts", NAMES)]),
];

const TOTALS = [
  ...figureFields<Moves>(...MOVES_TOTALS),
  recordField(({ book }: Moves) => book.inputs.pool().record),
];

/** Returns the answer of `carry rotate`. @param chosen declarations that rows have instead of all */
export function movesAnswer(chosen?: readonly Declared<move.MoveOf>[]) {
  return answerOf("rotate", INPUTS, dataFields(tableOf(), chosen), TOTALS);
}

import * as move from "../../figures/catalog/move.js";
import { MOVES_TOTALS, type Moves } from "../../figures/catalog/moves.js";
import { group, plain } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { textSection } from "../../output/table/page.js";
import type { Section } from "../../output/text/look.js";
import { answerOf, dataFields } from "../../run/screen/answer.js";
import { footSection } from "../../run/screen/foot.js";
import { joinedBy } from "../../run/screen/heading.js";
import { recordField } from "../../run/screen/inputs.js";
import { assumedText, dayOf, movesText, noMoveText, toText } from "../../run/screen/moves-text.js";
import { half, pairColumn, shortExchanges } from "../../run/screen/position-columns.js";
import { column, type Table, type TableColumn, tableView } from "../../run/screen/screen.js";
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
    ...{ who: move.MOVE_WHO, figures: move.MOVE_FIGURES },
    catalog: [...move.MOVE_WHO, ...move.MOVE_FIGURES],
    columns: [
      column(move.name, { header: "position", isWhole: true }),
      ...(isOfSeveral ? [column(move.portfolio, { priority: 4 })] : []),
      ...[heldColumn(nameOf), toColumn(nameOf), column(fees, { priority: 2 }), column(next7d)],
      ...[half({ next7d, low, high }, 1), column(chance, { header: by })],
    ],
    empty: shown === undefined ? "" : noMoveText(shown.moves),
  };
}

function exchangesIn({ position: { record }, to }: move.MoveOf): string[] {
  const into = [to?.long.exchange, to?.short.exchange].filter((it) => it !== undefined);
  return [...record.legs.map(({ exchange }) => exchange), ...into];
}

function heldColumn(nameOf: (exchange: string) => string): Column {
  const { value, texts } = pairColumn(nameOf);
  return {
    ...{ key: "held", header: "held", kind: "text", priority: 0 },
    value: ({ position }) => value(position),
    texts: ({ position }, look) => texts?.(position, look),
  };
}

function toColumn(nameOf: (exchange: string) => string): Column {
  const text = (m: move.MoveOf, name?: typeof nameOf) =>
    `${toText(m, name)}${move.reverse(m) ? " (reverse)" : ""}`;
  return {
    ...{ key: "to", header: "to", kind: "text", priority: 0 },
    value: (m) => (m.to === undefined ? null : text(m)),
    texts: (m) => (m.to === undefined ? undefined : [text(m), text(m, nameOf)]),
  };
}

/** Returns the view of moves: a table, or in a sentence that there is none. */
export function movesView(shown: ShownMoves): View<move.MoveOf> {
  const { moves, rows, heading } = shown;
  const above = heading === undefined ? [] : [textSection(heading)];
  const head = () => [...above, textOf(movesText(moves))];
  const view = tableView(tableOf(shown), { head, foot: () => [footOf(shown)] });
  if (rows.length > 0) return view;
  return { ...view, page: () => [...above, verdictOf(moves), footOf(shown)] };
}

function verdictOf(moves: Moves): Section {
  const [, record = ""] = movesText(moves);
  return {
    async render(look) {
      const verdict = await textSection(noMoveText(moves), "heading").render(look);
      return verdict + (await textSection(record, "label").render(look));
    },
  };
}

function textOf(parts: readonly string[]): Section {
  return {
    render: (look) => textSection(joinedBy(parts, look), "heading").render(look),
  };
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

const INPUTS = [
  plain("service_time", "time", "Time of the service.", ({ now }: MoveInputs) => now),
  plain("fee", "text", "Fee of a fill, or those by exchange.", ({ fees }: MoveInputs) => {
    const all = [...(fees ?? new Map([["default", ASSUMED_FEE]]))];
    const text = ({ amount, unit }: Share) => `${amount}${unit}`;
    return all.map(([at, it]) => (at === "default" ? text(it) : `${at} ${text(it)}`)).join(", ");
  }),
  plain(
    "fee_assumed",
    "flag",
    "Whether 5 bp are assumed for a fill of a row, since its fee is not known.",
    ({ rows }: MoveInputs) => assumedText(rows).length > 0,
  ),
  group("filters", "Which positions are looked at.", [
    plain(
      "names",
      "texts",
      "Names that were typed; empty for every open one.",
      (it: MoveInputs) => {
        return it.names;
      },
    ),
  ]),
];

const TOTALS = [
  ...dataFields<Moves>({ who: [], figures: MOVES_TOTALS }),
  recordField(({ book }: Moves) => book.inputs.pool().record),
];

/** Returns the answer of `carry rotate`. @param chosen declarations that rows have instead of all */
export function movesAnswer(chosen?: Parameters<typeof dataFields<move.MoveOf>>[1]) {
  return answerOf("rotate", INPUTS, dataFields(tableOf(), chosen), TOTALS);
}

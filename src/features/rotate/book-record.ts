import { unknownBasis } from "../../analytics/market/pair-basis.js";
import type { Measure, Unit } from "../../analytics/measure.js";
import { balanceOf } from "../../analytics/position/hedge.js";
import { BOOK_STATES, type Book, type BookMove } from "../../analytics/rotation/book.js";
import type { Handles } from "../../base/names/handle.js";
import {
  answer,
  each,
  type Field,
  group,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { notesSection, textSection } from "../../output/table/page.js";
import { legsOf } from "../../portfolio/rotation/terms.js";
import { UNJUDGED } from "../../portfolio/rotation/unjudged.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { figure, sum } from "../../views/measure-fields.js";
import { handleField, idField, NO_HANDLES } from "../../views/position/name-fields.js";
import { createPairColumn, type NamedLeg } from "../../views/position/pair.js";
import { legsChecked, portfoliosField, reason } from "../../views/row-fields.js";
import { bookHead, bookNotes } from "./book-words.js";
import {
  candidateFields,
  HELD_SIDES,
  heldField,
  LEAVES_OUT,
  OF_POSITION,
  type RotateRow,
  TERMS,
} from "./record.js";
import type { ShownBook } from "./words.js";

/** A position with its best alternative, as a row. */
type BookRow = RotateRow & Pick<BookMove, "state" | "insteadOf" | "unknown" | "rotation">;

const unknown = (unit: Unit): Measure => ({ value: null, unit });

/** What a position without an alternative has instead. */
const NO_ALTERNATIVE = {
  ...{ long: undefined, short: undefined, never: null, keeps: [] },
  ...{ run: unknown("usd_per_day"), gain: unknown("usd_per_day") },
  ...{ cost: unknown("usd"), paysBack: unknown("days"), basis: unknownBasis() },
  worstWeek: { value: null, unit: "usd", independent: 0 },
} as const;

/** Returns the rows of a book, the largest gain first. */
export function bookRows({ book, top, markets }: ShownBook): BookRow[] {
  const find = marketFinder(markets);
  return book.moves.slice(0, top).map(({ best, ...it }) => ({
    ...{ ...(best ?? NO_ALTERNATIVE), ...it },
    held: it.rotation?.held ?? unknown("usd_per_day"),
    legs: best === undefined ? [] : legsOf(find, best),
  }));
}

/** View of a book, one position per row. */
export function bookView(book?: ShownBook): View<BookRow> {
  const around = book && {
    head: () => bookHead(book).map((line) => textSection(line)),
    foot: () => notesSection(bookNotes(book)),
  };
  const isPast = ({ state }: BookRow) => state === "stay" || state === "unknown";
  return viewOf(rowFields(book), { ...around, isPast, empty: "No open positions." });
}

/** Returns a column of the exchanges of some legs of a row. */
function pairColumn(
  [key, header]: readonly [key: string, header: string],
  rows: readonly BookRow[],
  legsIn: (row: BookRow) => readonly NamedLeg[],
): Field<BookRow> {
  const { add, column } = createPairColumn();
  for (const row of rows) add(legsIn(row));
  const paired = (row: BookRow) => ({ position: row.position, legs: legsIn(row) });
  return shown({
    ...{ key, header, kind: "text", priority: 0 },
    value: (row) => (legsIn(row).length === 0 ? null : column.value(paired(row))),
    texts: (row, look) =>
      legsIn(row).length === 0 ? undefined : column.texts?.(paired(row), look),
  });
}

const INSTEAD =
  "Position whose move enters one of its new markets first (uuid); null if none does.";

function rowFields(book?: ShownBook): Field<BookRow>[] {
  const rows = book === undefined ? [] : bookRows(book);
  const { handles = NO_HANDLES } = book ?? {};
  return [
    handleField(book?.handles),
    ...OF_POSITION,
    pairColumn(["held.pair", "held"], rows, ({ position }) => position.legs),
    heldField(({ held }) => held, { priority: 1 }),
    pairColumn(["pair", "best alternative"], rows, ({ legs }) => legs),
    own("state", BOOK_STATES, "What becomes of it; a move is in the sums."),
    plain("instead_of", "text|null", INSTEAD, ({ insteadOf }) => insteadOf?.position_id),
    reason("Why its best alternative is unknown; absent if it is known.", UNJUDGED, (it) => {
      return it.unknown;
    }),
    group(
      "held",
      "What is held.",
      HELD_SIDES.map((it) => heldSide(it)),
    ),
    legsChecked(),
    ...candidateFields(book, true).map((it) =>
      it.name === "pays_back" ? withState(it, handles) : it,
    ),
    plain("offered", "count|null", "Number of pairs that are offered.", ({ rotation }) => {
      return rotation?.offered;
    }),
    idField(),
  ];
}

/** Returns a field whose column shows the state of a position instead, unless that is a move. */
function withState(field: Field<RotateRow>, handles: Handles): Field<BookRow> {
  const texts = ({ state, insteadOf }: BookRow): readonly [string, string?] | undefined => {
    if (insteadOf !== undefined) return [`instead of ${handles.of(insteadOf)}`, state];
    return state === "move" ? undefined : [state];
  };
  return { ...field, columns: field.columns.map((it) => ({ ...it, texts })) };
}

/** Returns a field of what is held as that of a row. */
function heldSide({ columns: _, ...field }: (typeof HELD_SIDES)[number]): Field<BookRow> {
  const json = ({ position }: BookRow) => field.json({ position, balance: balanceOf(position) });
  return { ...field, json, columns: [] };
}

const TOTALS: Field<Book>[] = [
  plain("positions", "count", "Number of positions.", ({ moves }) => moves.length),
  group(
    "states",
    "Number of positions in each state.",
    BOOK_STATES.map((state) =>
      plain(state, "count", `Number of positions: ${state}.`, ({ states }) => states[state]),
    ),
  ),
  sum("gain", "Gain of the moves, USD a day.", ({ gain }) => gain),
  sum("gain_priced", "Gain of the moves whose cost is known, USD a day.", ({ gainPriced }) => {
    return gainPriced;
  }),
  sum("cost", "Cost of the moves, USD; those with an unknown fee are left out.", ({ cost }) => {
    return cost;
  }),
  figure("pays_back", "Days until gain_priced has paid the cost.", ({ paysBack }) => paysBack),
];

/** `positions rotate` of several positions. */
export const bookAnswer = (book?: ShownBook) =>
  answer<ShownBook>("rotate", [
    group("inputs", "What the figures rest on.", [
      own("ids", "texts", "Names of positions that were typed."),
      plain("asset", "texts", "--asset; empty without it.", ({ asset }) => asset ?? []),
      ...TERMS,
    ]),
    each("rows", "The largest gain first, unknown ones last.", bookRows, rowFields(book)),
    group("totals", "Sums of the moves, also of those that --top leaves out.", [
      plain("rows", "count", "Number of rows.", (it) => bookRows(it).length),
      ...within(({ book }: ShownBook) => book, TOTALS),
    ]),
    portfoliosField((it) => it.portfolios, TOTALS),
    LEAVES_OUT,
  ]);

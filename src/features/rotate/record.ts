import { Big } from "big.js";
import type { Measure } from "../../analytics/measure.js";
import { exchangesOn } from "../../analytics/portfolio/groups.js";
import type { Candidate } from "../../analytics/rotation/figures.js";
import type { LegLack } from "../../analytics/rotation/held.js";
import { PERCENT } from "../../base/decimal.js";
import type { Position } from "../../client/resources/position.js";
import { shareOf } from "../../command/share.js";
import {
  answer,
  each,
  type Field,
  group,
  inner,
  type Look,
  optional,
  own,
  plain,
  shown as shownColumn,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { notesSection, textSection } from "../../output/table/page.js";
import { paysBackText } from "../../portfolio/rotation/book-sum.js";
import { legsOf, type RotateTerms } from "../../portfolio/rotation/terms.js";
import type { Share } from "../../settings/kinds.js";
import { NOT_ASKED } from "../../views/doubt.js";
import { basisField } from "../../views/market/basis-fields.js";
import { marketFields, marketFinder } from "../../views/market/market-fields.js";
import { figure, worstWeekField } from "../../views/measure-fields.js";
import { handleField, idField, onlyWide, pairField } from "../../views/position/name-fields.js";
import type { NamedLeg } from "../../views/position/pair.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import {
  bothSides,
  legsChecked,
  type Owned,
  PORTFOLIO,
  POSITION,
  SERVICE_TIME,
} from "../../views/row-fields.js";
import { rotateNotes, verdictLines } from "./totals.js";
import { feesText, NOT_KNOWN, type ShownRotation, whyEmpty } from "./words.js";

/** A pair that a position could move to; without markets if there is none. */
export interface RotateRow extends Omit<Candidate, "long" | "short" | "never">, Owned {
  readonly position: Position;
  readonly isUnchecked: boolean;
  readonly long: number | undefined;
  readonly short: number | undefined;
  /** Null if there is none. */
  readonly never: boolean | null;
  /** Of the candidate. */
  readonly legs: readonly NamedLeg[];
}

/** Returns the rows of a rotation. */
export function rotateRows(shown: ShownRotation): RotateRow[] {
  const { rotation, portfolio = null, portfolio_id, position, isUnchecked } = shown;
  const find = marketFinder(shown.markets);
  return rotation.candidates.map((it) => {
    return { ...it, portfolio, portfolio_id, position, isUnchecked, legs: legsOf(find, it) };
  });
}

/** View of the pairs that a position could move to, one per row. */
export function rotateView(shown?: ShownRotation): View<RotateRow> {
  const around = shown && {
    head: () => verdictLines(shown).map((line) => textSection(line)),
    foot: () => notesSection(rotateNotes(shown)),
  };
  return viewOf(rowFields(shown), { ...around, empty: whyEmpty(shown) });
}

const WORST_WEEK =
  "Least funding of 7 consecutive days of the last 30 at the same quantity, USD; counted and of are overlapping windows.";

export const OF_POSITION: Field<Pick<RotateRow, "portfolio_id" | "position">>[] = [
  ...PORTFOLIO,
  ...within(({ position }: Pick<RotateRow, "position">) => position, POSITION),
];

function rowFields(shown?: ShownRotation): Field<RotateRow>[] {
  return [
    handleField(shown?.handles),
    pairField(shown && rotateRows(shown)),
    ...OF_POSITION,
    ...candidateFields(shown),
    heldField(({ held }) => held, { isExtra: true }),
    idField(),
  ];
}

const uncheckedMark = ({ isUnchecked }: RotateRow) => (isUnchecked ? [NOT_ASKED] : []);
const AT_HELD = "USD at the quantity held, from 7 days";

/** Returns the fields of a candidate. @param isBook whether a row may have none, and shows what is held */
export function candidateFields(shown?: RotateTerms, isBook = false): Field<RotateRow>[] {
  const find = marketFinder(shown?.markets);
  const only = (when: boolean) => (when ? { isExtra: true as const } : {});
  const markets = bothSides<RotateRow>((side) =>
    marketFields((it) => find(it[side]), [side, "id"]),
  ).map((it, at) =>
    isBook ? optional(it, (row) => row[at === 0 ? "long" : "short"] !== undefined) : it,
  );
  const fees = feesText(shown?.fees);
  return [
    ...markets.map(onlyWide),
    plain("keeps", "sides", "Sides of which nothing has to be traded.", {
      ...{ of: ({ keeps }) => keeps, header: "reuses leg", priority: 4, ...only(isBook) },
      value: ({ keeps }) => keeps.join("+") || null,
    }),
    figure("run_7d", "Funding of the pair a day over 7 days, USD.", {
      ...{ of: ({ run }) => run, header: "then/day", signed: true, priority: isBook ? 0 : 3 },
      footnote: isBook
        ? `then/day: ${AT_HELD}`
        : `then/day: ${AT_HELD}; past funding, not a forecast`,
      note: ({ run }) => coveredNote(run),
      details: ["as_of", "covered_hours", "wanted_hours"],
    }),
    figure("gain", "run_7d minus held_7d, USD a day.", {
      ...{ of: ({ gain }) => gain, header: "gain", signed: true, priority: 0, ...only(isBook) },
      ...{ mark: uncheckedMark, details: ["se", "n_eff"] },
    }),
    shownColumn({
      ...{ key: "gain.se", header: "±", kind: "usd", priority: isBook ? 3 : 1 },
      value: ({ gain }) => gain.se,
      footnote: "±: standard error of the gain (then less now), by the last 30 days",
    }),
    figure("cost", "Fees of entering and leaving what is not held yet, USD.", {
      ...{ of: ({ cost }) => cost, header: "cost", signed: false, priority: 2 },
      mark: uncheckedMark,
      ...(fees && { footnote: `cost: entering and leaving what is new, at ${fees} a fill` }),
    }),
    figure("pays_back", "Days until the gain has paid the cost; null if it never does.", {
      ...{ of: ({ paysBack }) => paysBack, header: "back in", kind: "text", priority: 0 },
      ...{ align: "right", footnote: "back in: after how long the gain covers the cost" },
      value: ({ never, paysBack }) => {
        return never === true ? "never" : paysBackText(paysBack)?.replace(/^in /, "");
      },
    }),
    worstWeekField(WORST_WEEK, ({ worstWeek }) => worstWeek, {
      priority: 3,
      footnote: "worst 7d: least funding of 7 days in a row in the last 30, USD",
    }),
    basisField(({ basis }) => basis, {
      ...{ header: "basis now (pct)", kind: "rate", priority: 5 },
      value: ({ basis: { now } }: RotateRow) => now.value?.times(PERCENT).toFixed(),
      note: ({ basis: { percentile } }: RotateRow) =>
        percentile.value === null ? undefined : `(${percentile.value.toFixed(0)})`,
    }),
    plain(
      "never",
      "flag|null",
      "Whether the gain reads 0.00 or is less; null without a pair.",
      (it) => {
        return it.never;
      },
    ),
  ];
}

/** Returns the field of the funding a day of what is held. */
export function heldField<T>(of: (it: T) => Measure, more: Partial<Look<T>> = {}): Field<T> {
  return figure("held_7d", "Funding a day of what is held, USD: run_7d of the position.", {
    ...{ of, header: "now/day", signed: true, priority: 9, details: ["covered_hours"], ...more },
  });
}

const LACK: Field<LegLack>[] = [
  plain("side", "text", "long or short.", ({ leg }) => leg.side),
  plain("exchange", "text", "Exchange.", ({ leg }) => leg.exchange),
  plain("market_id", "positive", "Market identifier.", ({ leg }) => leg.market_id),
  own("why", ["no_history", "too_few_events", "conflicting", "uncovered"], "Why it is unknown."),
  own("counted", "count?", "Events of the 7 days with a rate and a mark price."),
  own("of", "count?", "Events of the 7 days."),
];

/** What is held on each side. */
export const HELD_SIDES = bothSides<Pick<ShownRotation, "position" | "balance">>((side) => [
  plain("exchange", "text|null", "Exchanges of its legs, joined by +.", ({ position }) => {
    return exchangesOn(position.legs, side);
  }),
  plain("quantity", "number|null", "Quantity held, in units of the asset.", (it) => {
    return it.balance[`${side}Quantity`];
  }),
]);

const HELD: Field<ShownRotation>[] = [
  ...OF_POSITION,
  ...HELD_SIDES,
  legsChecked(),
  figure(
    "run_7d",
    "Funding a day of what is held over 7 days, USD; the same as in each row.",
    (it) => {
      return it.rotation.held;
    },
  ),
  each(
    "unknown",
    "Held legs for which run_7d is unknown, so that no pair is judged; else empty.",
    ({ rotation }) => rotation.heldLacks,
    LACK,
  ),
];

const LACKING = [...["no_history", "too_few_events", "no_mark"], ...["conflicting", "uncovered"]];

type Lacking = ShownRotation["rotation"]["lacking"][number];

const NOT_OFFERED: Field<ShownRotation["rotation"]>[] = [
  own("uncovered", "count", "Pairs of which less than 95 % of 7 days are covered."),
  plain("other_unit", "count", "Pairs whose prices are not of the same unit.", (it) => {
    return it.otherUnit;
  }),
  own("conflicting", "count", "Pairs of markets whose events conflict."),
  each("markets", "Markets that are in no pair.", ({ lacking }) => lacking, [
    plain<Lacking>("market_id", "positive", "Market identifier.", ({ id }) => id),
    own<Lacking>("why", LACKING, "What is missing."),
  ]),
];

const FEES = each<RotateTerms, readonly [exchange: string, fee: Share]>(
  "fees",
  "Fees of a fill; empty if none is known.",
  ({ fees }) => [...(fees ?? [])],
  [
    plain("exchange", "text", "Exchange; default for any that is not named.", ([name]) => name),
    plain("value", "number", "Fee, basis points of the notional.", ([, fee]) => {
      return shareOf(fee).times(10_000);
    }),
    plain("unit", ["bps"], "Unit of the value.", () => "bps"),
  ],
);

/** What the figures rest on besides the positions. */
export const TERMS: Field<RotateTerms>[] = [
  FEES,
  plain("min_gain", "number|null", "--min-gain, USD a day; null without it.", ({ minGain }) => {
    return minGain === undefined ? null : new Big(minGain);
  }),
  own("top", "integer|null", "Number of rows; null without --top."),
  plain("exchange", "texts", "--exchange; empty without it.", (it) => it.exchanges ?? []),
  SERVICE_TIME,
];

/** Field of what the figures leave out. */
export const LEAVES_OUT = plain(
  "not_known",
  "texts",
  "What the figures leave out.",
  () => NOT_KNOWN,
);

/** Returns `positions rotate` of a position. */
export const rotateAnswer = (rotation?: ShownRotation) =>
  answer<ShownRotation>("rotate", [
    group("inputs", "What the figures rest on.", [
      plain("position_id", "text", "Position identifier (uuid).", (it) => it.position.position_id),
      ...TERMS,
    ]),
    group("held", "What is held.", HELD),
    each("rows", "The largest gain first.", rotateRows, rowFields(rotation)),
    group("totals", "Numbers of pairs.", [
      plain("rows", "count", "Number of rows.", (it) => rotateRows(it).length),
      plain("offered", "count", "Number of pairs that are offered.", ({ rotation }) => {
        return rotation.offered;
      }),
      inner(
        "not_offered",
        "Pairs and markets that are not offered.",
        (it: ShownRotation) => it.rotation,
        NOT_OFFERED,
      ),
    ]),
    LEAVES_OUT,
  ]);

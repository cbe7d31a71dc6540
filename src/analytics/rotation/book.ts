import { Big } from "big.js";
import { descending } from "../../base/decimal.js";
import { recordOf } from "../../base/map-values.js";
import { ratioOf } from "../../base/whole.js";
import type { Position } from "../../client/resources/position.js";
import { BOTH_SIDES } from "../market/by-side.js";
import type { Measure } from "../measure.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { type CountedSum, sumOver } from "../sum.js";
import type { Candidate, Rotation } from "./figures.js";

/** What becomes of a position; `instead`: a move with more gain takes a market that it would move to. */
export const BOOK_STATES = ["move", "instead", "stay", "unknown"] as const;
type BookState = (typeof BOOK_STATES)[number];

/** A position with the wanted pairs that it could move to. */
export interface Judged {
  /** Portfolio of the position; moves of different ones do not exclude each other. */
  readonly portfolio_id: string | null;
  readonly position: Position;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
  /** Undefined for a position that is not a hedge in known markets. */
  readonly rotation: Rotation | undefined;
  /** Why its best alternative is unknown. */
  readonly unknown: { readonly code: string; readonly text: string } | undefined;
}

/** A position with its best alternative. */
export interface BookMove extends Judged {
  readonly best: Candidate | undefined;
  readonly state: BookState;
  /** The position that takes a market of this move first. */
  readonly insteadOf: Position | undefined;
}

/** The positions of a book by gain, unknown ones last, and what all moves together bring. */
export interface Book {
  readonly moves: readonly BookMove[];
  readonly states: Readonly<Record<BookState, number>>;
  /** Of the moves, USD a day. */
  readonly gain: CountedSum;
  /** The same of those with known fees. */
  readonly gainPriced: CountedSum;
  /** Fees of the moves, USD. */
  readonly cost: CountedSum;
  /** Days until the gain of the moves with known fees has paid them. */
  readonly paysBack: Measure;
}

/**
 * Takes the best alternative of each position, by gain: within a portfolio no two moves enter one market.
 * src/features/rotate/explain.md, "The book".
 * @param least gain of a move, USD a day
 */
export function bookOf(judged: readonly Judged[], least = new Big(0)): Book {
  const taken = new Map<string, Position>();
  const moves = judged
    .map((it) => ({ ...it, best: it.unknown ? undefined : it.rotation?.candidates[0] }))
    .sort(
      (a, b) =>
        descending(a.best?.gain.value ?? null, b.best?.gain.value ?? null) ||
        Number(a.unknown !== undefined) - Number(b.unknown !== undefined),
    )
    .map((it): BookMove => {
      const { best, position } = it;
      if (it.unknown !== undefined) return { ...it, state: "unknown", insteadOf: undefined };
      if (best === undefined || best.never || best.gain.value?.lt(least)) {
        return { ...it, state: "stay", insteadOf: undefined };
      }
      const entered = BOTH_SIDES.filter((side) => !best.keeps.includes(side)).map(
        (side) => `${it.portfolio_id} ${best[side]}`,
      );
      const insteadOf = entered.map((market) => taken.get(market)).find((by) => by !== undefined);
      if (insteadOf !== undefined) return { ...it, state: "instead", insteadOf };
      for (const market of entered) taken.set(market, position);
      return { ...it, state: "move", insteadOf };
    });
  return { moves, ...totalsOf(moves) };
}

function totalsOf(all: readonly BookMove[]): Omit<Book, "moves"> {
  const moves = all.filter(({ state }) => state === "move");
  const isPriced = ({ best }: BookMove) => best?.cost.value != null;
  const sum = (figureOf: (best: Candidate | undefined) => Measure["value"] | undefined) =>
    sumOver(
      moves,
      ({ best, position, isUnchecked }) => ({
        ...{ value: figureOf(best) ?? null, gross: aboutGrossOf(position), isUnchecked },
        ...{ isStale: false, at: best?.gain.asOf },
      }),
      new Big(0),
    );
  const cost = sum((best) => best?.cost.value);
  const gain = { ...sum((best) => best?.gain.value), unit: "usd_per_day" } as const;
  const gainPriced = {
    ...sum((best) => (best?.cost.value == null ? null : best.gain.value)),
    unit: "usd_per_day",
  } as const;
  const { counted, of } = cost;
  const isKnown = moves.some(isPriced) && cost.value !== null && gainPriced.value !== null;
  const days = isKnown ? ratioOf(cost.value, gainPriced.value) : null;
  return {
    states: recordOf(BOOK_STATES, (state) => all.filter((it) => it.state === state).length),
    ...{ gain, gainPriced, cost },
    paysBack: { value: days, unit: "days", counted, of },
  };
}

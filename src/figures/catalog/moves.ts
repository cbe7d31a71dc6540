import { rounded } from "../../base/whole.js";
import { type Declared, fact, fig, once } from "../figure.js";
import { sum } from "../measure.js";
import { LIKELY } from "../next/week.js";
import type { Group, PositionOf } from "../subjects.js";
import type { Unknown } from "../unknown.js";
import {
  chance,
  changes,
  type FeeOn,
  fees,
  type MoveMarket,
  MoveOf,
  next7d,
  nextOf,
  whyNoMove,
} from "./move.js";
import { nextOfPosition } from "./next.js";

/** The moves of a book. */
export class Moves {
  constructor(
    readonly book: Group,
    /** Those that are likely to earn their fees within 7 days, what they earn beyond them largest first. */
    readonly counted: readonly MoveOf[],
    /** The best move of each position: those that count, then by chance, and those without any last. */
    readonly best: readonly MoveOf[],
  ) {}
}

/** What positions are compared with. */
export interface MoveTerms {
  /** Returns the markets that a position could be in, and those it is in. */
  readonly marketsFor: (p: PositionOf) => readonly MoveMarket[];
  readonly feeOn: FeeOn;
}

/**
 * Chooses the moves of a book. A move counts when its chance to have earned its fees within 7 days is 80 % or
 * more; of several of a position the one with the largest next_7d less fees. Moves are taken in that order, and
 * a market that one of them enters is not offered to another.
 */
export function movesOf(book: Group, terms: MoveTerms): Moves {
  const all = new Map(book.members.map((p) => [p, candidatesOf(p, terms)]));
  const chosen = new Map<PositionOf, MoveOf>();
  const taken = new Set<number>();
  const isFree = (m: MoveOf) => changes(m).every(({ into }) => !taken.has(into.id));
  const likely = [...all.values()].flat().filter((m) => chanceOf(m) >= LIKELY);
  for (const m of likely.sort(byGain)) {
    if (chosen.has(m.position) || !isFree(m)) continue;
    chosen.set(m.position, m);
    for (const { into } of changes(m)) taken.add(into.id);
  }
  const counted = [...chosen.values()];
  const byChance = (a: MoveOf, b: MoveOf) => chanceOf(b) - chanceOf(a) || byGain(a, b);
  const others = [...all].flatMap(([p, candidates]) => {
    if (chosen.has(p)) return [];
    const [best] = candidates.filter(isFree).sort(byChance);
    return [best ?? new MoveOf(p, undefined, terms.feeOn, whyNone(p))];
  });
  return new Moves(book, counted, [...counted, ...others.sort(byChance)]);
}

/** Returns the moves of a position to every other pair of which something can be said, in either direction. */
function candidatesOf(p: PositionOf, { marketsFor, feeOn }: MoveTerms): MoveOf[] {
  if (whyNoMove(p) !== undefined) return [];
  const markets = marketsFor(p);
  return markets
    .flatMap((long) => markets.flatMap((short) => (long === short ? [] : [{ long, short }])))
    .map((both) => new MoveOf(p, both, feeOn))
    .filter((m) => changes(m).length > 0 && nextOf(m)?.next.sum !== undefined);
}

function whyNone(p: PositionOf): Unknown {
  const why = whyNoMove(p);
  if (why !== undefined) return why;
  const { sum: own, unknown } = nextOfPosition(p);
  return (own === undefined ? unknown : undefined) ?? "no_other_pair";
}

/** The chance of a move; below zero where it is unknown, and least where there is no move. */
const chanceOf = once((m: MoveOf): number =>
  m.to === undefined ? -2 : (chance(m).value?.toNumber() ?? -1),
);

/** What a move is likely to earn beyond its fees, USD. */
const gainOf = once((m: MoveOf): number => {
  const [earned, cost] = [next7d(m).value, fees(m).value];
  return earned === null || cost === null ? 0 : earned.minus(cost).toNumber();
});

const byGain = (a: MoveOf, b: MoveOf) => gainOf(b) - gainOf(a);

const WEEK = 7;

const gain = fig(
  "gain",
  {
    unit: "usd_per_day",
    help: "What the moves that count are likely to bring in the next 7 days, a day, before their fees.",
    head: "gain",
    signed: true,
    formula:
      "Σ next_7d ÷ 7 of the moves with a chance of 80 % or more, one of a position, each market entered once",
    leftOut: "fees, price PnL",
  },
  ({ counted }: Moves) => sum(counted, next7d).map((it) => rounded(it.div(WEEK))),
);

const moves = fact(
  "moves",
  { type: "count", help: "Number of moves that count." },
  ({ counted }: Moves) => counted.length,
);

/** What the moves of a book come to. */
export const MOVES_TOTALS: readonly Declared<Moves>[] = [moves, gain];

import { Big } from "big.js";
import { type BySide, bySide } from "../../analytics/market/by-side.js";
import type { Figure } from "../../base/decimal.js";
import type { Instant } from "./clock.js";
import type { Paid } from "./flows.js";
import { type Trade, type TradeTerms, tradeBetween } from "./trade.js";

/** What the settlements of a hedge have in common. */
export interface Hedge {
  readonly entry: Instant;
  readonly terms: TradeTerms;
  /** Converts what one unit is paid, in units of the clock, into what the hedge is paid, USD. */
  readonly scaled: (paid: bigint) => Big;
}

/**
 * A settlement of a hedge, USD. The amounts are computed when they are needed. A class, because V8
 * gives each object literal with getters a shape of its own, which takes many times longer
 * (bench/speed.md).
 */
export class PathPoint {
  private known: Trade | undefined;

  /**
   * @param time milliseconds since the epoch
   * @param total paid to one unit of each leg since the entry
   * @param instant at this time, if a hedge can end at it
   */
  constructor(
    readonly time: number,
    private readonly paid: BySide<Paid>,
    private readonly total: BySide<bigint>,
    private readonly instant: Instant | undefined,
    private readonly hedge: Hedge,
  ) {}

  /** Paid to each leg: null if unknown, undefined if its market does not settle at this time. */
  get ofLeg(): BySide<Figure | undefined> {
    return bySide((side) => {
      const own = this.paid[side];
      return typeof own === "bigint" ? this.hedge.scaled(own) : own;
    });
  }

  /** Sum of both legs; null if one of them is unknown. */
  get funding(): Figure {
    return this.isKnown ? bothOf(this.ofLeg) : null;
  }

  /** Funding since the entry; null where `funding` is. Later sums continue from the last known one. */
  get cumulative(): Figure {
    if (!this.isKnown) return null;
    const { scaled } = this.hedge;
    return this.trade?.funding ?? scaled(this.total.long).plus(scaled(this.total.short));
  }

  /** Price PnL since the entry; null unless a hedge can end at this time. */
  get basis(): Figure {
    return this.trade?.basis ?? null;
  }

  /** Net if the hedge ended at this time; null where `basis` or `cumulative` is. */
  get net(): Figure {
    return this.isKnown ? (this.trade?.net ?? null) : null;
  }

  /** Funding of one unit of quantity at this time, in units of the clock; null where `funding` is. */
  get paidPerUnit(): bigint | null {
    return this.isKnown ? (this.paid.long ?? 0n) + (this.paid.short ?? 0n) : null;
  }

  /** The same since the entry. */
  get totalPerUnit(): bigint | null {
    return this.isKnown ? this.total.long + this.total.short : null;
  }

  private get isKnown(): boolean {
    return this.paid.long !== null && this.paid.short !== null;
  }

  /** The hedge from its entry to this time; undefined unless it can end at it. */
  private get trade(): Trade | undefined {
    const { entry, terms } = this.hedge;
    this.known ??= this.instant && tradeBetween(entry, this.instant, terms);
    return this.known;
  }
}

function bothOf({ long, short }: BySide<Figure | undefined>): Big {
  return long == null ? (short ?? new Big(0)) : short == null ? long : long.plus(short);
}

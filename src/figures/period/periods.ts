import { Big } from "big.js";
import { groupBy } from "../../base/collections.js";
import type { Figure } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import { pairOf } from "../engine/position/legs.js";
import type { Change, Gap, Happened, NoSum } from "./gaps.js";
import { addParts, NO_PARTS, type Parts, type SnapshotPosition } from "./looks.js";

/** By what the PnL between looks is divided. */
export const DIVISIONS = ["look", "day", "month", "asset", "pair", "position"] as const;
export type Division = (typeof DIVISIONS)[number];

/** What positions came to in a time, or one of them, or some together. Times are ms since the epoch. */
export interface Period {
  /** The UTC day or month, asset, pair of exchanges, or position id; empty for a look and for all together. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** USD. */
  readonly parts: Parts;
  /** Number of positions in the sum, and of all. */
  readonly counted: number;
  readonly of: number;
  /** Whether anything in it is known, or nothing is in it. */
  readonly isKnown: boolean;
  /** Average of Σ N over its time, USD; null where nothing was held, or nothing is known of it. */
  readonly notional: Figure;
  /** What each of its positions came to, the largest net first. */
  readonly each: readonly Came[];
}

/** Something that is told of a position. @param at end of the gap in which it happened */
export interface Told {
  readonly what: Happened | NoSum;
  readonly at: number;
}

/** What one position came to in a time. */
export interface Came {
  readonly position: SnapshotPosition;
  readonly parts: Parts;
  /** What happened to it, and since when it is in no sum or was not, in order. */
  readonly told: readonly Told[];
  /** Whether its figures are known at the end of the time, so that it is in the sum. */
  readonly isCounted: boolean;
}

/** The PnL between looks, divided, and all together. */
export interface Periods {
  readonly rows: readonly Period[];
  readonly totals: Period;
}

/**
 * Divides what lies between looks. A gap belongs to the UTC day and month of its end. Rows by time are in its
 * order, others have the largest net first, and unknown ones last.
 */
export class Divider {
  readonly #whole = new Sum("");
  readonly #sums = new Map<string, Sum>();

  constructor(readonly by: Division) {}

  add(gap: Gap): void {
    const { by } = this;
    for (const [key, changes] of groupsIn(gap, by)) {
      const sum = this.#sums.get(key) ?? new Sum(by === "look" ? "" : key);
      this.#sums.set(key, sum);
      sum.add(gap, changes);
    }
    this.#whole.add(gap, gap.changes);
  }

  periods(): Periods {
    const totals = this.#whole.period();
    const sums = [...this.#sums.values()];
    if (isByTime(this.by)) return { rows: sums.map((it) => it.period()), totals };
    const byNet = (a: Period, b: Period) =>
      Number(b.isKnown) - Number(a.isKnown) || b.parts.net_pnl.cmp(a.parts.net_pnl);
    return { rows: sums.map((it) => it.period(totals)).sort(byNet), totals };
  }
}

/** Divides all gaps. */
export async function periodsOf(gaps: AsyncIterable<Gap>, by: Division): Promise<Periods> {
  const divider = new Divider(by);
  for await (const gap of gaps) divider.add(gap);
  return divider.periods();
}

type ByTime = "look" | "day" | "month";

/** Reports whether rows are stretches of time, and not positions. */
export function isByTime(by: Division): by is ByTime {
  return by === "look" || by === "day" || by === "month";
}

function groupsIn({ to, changes }: Gap, by: Division): ReadonlyMap<string, readonly Change[]> {
  if (isByTime(by)) return new Map([[timeKey(to, by), changes]]);
  return groupBy(changes, ({ position }) => positionKey(position, by));
}

function timeKey(to: number, by: ByTime): string {
  const text = new Date(to).toISOString();
  return by === "look" ? text : text.slice(0, by === "day" ? 10 : 7);
}

function positionKey(position: SnapshotPosition, by: "asset" | "pair" | "position"): string {
  if (by === "asset") return position.asset;
  return by === "pair" ? pairOf(position.legs) : position.positionId;
}

/** Adds up changes. */
class Sum {
  #from: number | undefined;
  #to = 0;
  /** Σ N × time; USD × ms. */
  #area = new Big(0);
  #isSized = true;
  #isKnown = false;
  readonly #each = new Map<string, Came>();

  constructor(readonly key: string) {}

  add({ from, to }: Gap, changes: readonly Change[]): void {
    this.#from ??= from;
    this.#to = to;
    for (const { position, parts = NO_PARTS, happened, noSum, size } of changes) {
      if (noSum === undefined) this.#isKnown = true;
      if (size === null) this.#isSized = false;
      else this.#area = this.#area.plus(size.times(to - from));
      const before = this.#each.get(position.positionId);
      const what = noSum ?? happened;
      const isTold = what !== undefined && before?.told.at(-1)?.what !== what;
      this.#each.set(position.positionId, {
        position,
        parts: before === undefined ? parts : addParts(before.parts, parts),
        told: [...(before?.told ?? []), ...(isTold ? [{ what, at: to }] : [])],
        isCounted: noSum === undefined,
      });
    }
  }

  /** @param whole the time that it is a part of; default: from its first gap to its last */
  period(whole: Pick<Period, "from" | "to"> = { from: this.#from ?? 0, to: this.#to }): Period {
    const each = [...this.#each.values()];
    const parts = each.reduce((sum, it) => addParts(sum, it.parts), NO_PARTS);
    const time = whole.to - whole.from;
    const isHeld = time > 0 && this.#area.gt(0) && this.#isSized;
    const notional = isHeld ? ratioOf(this.#area, new Big(time)) : null;
    const net = ({ parts: own }: Came) => own.net_pnl.abs();
    return {
      key: this.key,
      from: whole.from,
      to: whole.to,
      parts,
      notional,
      counted: each.filter(({ isCounted }) => isCounted).length,
      of: each.length,
      isKnown: this.#isKnown || each.length === 0,
      each: each.sort((a, b) => net(b).cmp(net(a))),
    };
  }
}

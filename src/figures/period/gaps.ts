import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { sizeOf } from "../engine/position/legs.js";
import {
  isNothing,
  type Moment,
  NO_PARTS,
  type Parts,
  partsBetween,
  type SnapshotPosition,
} from "./looks.js";

/** What happened to a position between two looks. */
export type Happened =
  /** It was opened since the look before, and counts from 0. */
  | "opened"
  | "closed"
  /** It is listed no longer, and keeps its last figures. */
  | "vanished"
  /** It is listed again, and counts from its last figures. */
  | "returned"
  /** Its figures are known again, and count from the last that were. */
  | "known_again";

/** Why a position is in no sum. */
export type NoSum =
  /** Its net PnL, or a part of it, is unknown. */
  | "unknown"
  /** It was listed or known first at this look, though opened before: that is a level, no PnL. */
  | "first_seen";

/** A position between two looks. */
export interface Change {
  readonly position: SnapshotPosition;
  /** What its figures changed by, USD; undefined where it is in no sum. */
  readonly parts?: Parts;
  readonly happened?: Happened | undefined;
  readonly noSum?: NoSum;
  /** N at the look before, USD: the notional of its larger side; 0 if it held nothing, null if unknown. */
  readonly size: Figure;
}

/** What lies between two looks, whatever their hour. Times are milliseconds since the epoch. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** The positions that were open at either look, or that changed. */
  readonly changes: readonly Change[];
}

/** How long a listing may take: a position that is opened meanwhile may not be on it. */
const LISTING_MS = MINUTE_MS;
const NOTHING = new Big(0);

/**
 * Follows positions from look to look, so that all gaps come to what changed from the first look to the last,
 * exactly. Source: FIGURES, groups, between two looks.
 */
export class Follower {
  readonly #known = new Map<string, Known>();
  #before: number | undefined;

  /**
   * Returns what lies between the look before and this one; undefined for the first.
   * @param look later than the one before; it has the positions that may differ from that, the first one all
   */
  see({ at, ids, standings }: Moment): Gap | undefined {
    const from = this.#before;
    this.#before = at;
    const seen = new Map(standings.map((it) => [it.positionId, it]));
    const changes: Change[] = [];
    for (const [id, own] of this.#known) {
      const standing = seen.get(id);
      const isOther = standing !== undefined && own.isOther(standing, from ?? at);
      if (isOther) this.#known.delete(id); // its id was given to another one, which follows
      const change = isOther ? own.leave() : own.next(standing, ids.has(id));
      if (change !== undefined) changes.push(change);
    }
    for (const [id, standing] of seen) {
      if (this.#known.has(id)) continue;
      const isNew = from !== undefined && standing.openedAt > from - LISTING_MS;
      // A look may be of open positions alone, so one may be seen long after it was closed.
      if (from !== undefined && standing.closedAt !== null && standing.closedAt <= from) continue;
      const own = new Known(standing, isNew ? NO_PARTS : undefined);
      this.#known.set(id, own);
      changes.push(own.begin(isNew));
    }
    return from === undefined ? undefined : { from, to: at, changes };
  }
}

/** Yields what lies between each look and the next. @param looks in order */
export async function* gapsBetween(looks: AsyncIterable<Moment>): AsyncGenerator<Gap> {
  const follower = new Follower();
  for await (const look of looks) {
    const gap = follower.see(look);
    if (gap !== undefined) yield gap;
  }
}

/** What is known of a position so far. */
class Known {
  #isListed = true;
  #isLacking = false;
  #size: Figure;

  constructor(
    private position: SnapshotPosition,
    private parts: Parts | undefined,
  ) {
    this.#size = sizeIn(position);
  }

  /** Returns what it comes to at its first look. */
  begin(isNew: boolean): Change {
    const { position } = this;
    this.#isLacking = position.parts === null;
    this.parts = position.parts ?? this.parts;
    if (position.parts === null) return { position, noSum: "unknown", size: NOTHING };
    if (!isNew) return { position, noSum: "first_seen", size: NOTHING };
    return { position, parts: position.parts, happened: "opened", size: NOTHING };
  }

  /** Reports whether a standing is of another position: one that was opened after this was last listed. */
  isOther({ openedAt }: SnapshotPosition, before: number): boolean {
    return openedAt !== this.position.openedAt && openedAt > before - LISTING_MS;
  }

  /** Returns what it comes to when it is listed no longer; undefined where it was not. */
  leave(): Change | undefined {
    if (!this.#isListed) return undefined;
    this.#isListed = false;
    if (this.position.status !== "open") return undefined;
    return { position: this.position, parts: NO_PARTS, happened: "vanished", size: this.#size };
  }

  /** @param standing undefined if it is as it was */
  next(standing: SnapshotPosition | undefined, isListed: boolean): Change | undefined {
    if (!isListed) return this.leave();
    const [before, wasListed, wasLacking] = [this.parts, this.#isListed, this.#isLacking];
    const wasOpen = wasListed && this.position.status === "open";
    const size = wasOpen ? this.#size : NOTHING;
    this.#isListed = true;
    if (standing !== undefined) {
      this.position = standing;
      this.#size = sizeIn(standing);
      this.#isLacking = standing.parts === null;
      this.parts = standing.parts ?? before;
    }
    const { position, parts: now } = this;
    const isOpen = position.status === "open";
    if (this.#isLacking) {
      return isOpen || wasOpen ? { position, noSum: "unknown", size } : undefined;
    }
    if (before === undefined || now === undefined) return { position, noSum: "first_seen", size };
    const parts = partsBetween(before, now);
    if (!isOpen && !wasOpen && isNothing(parts)) return undefined;
    const closed = wasOpen && !isOpen ? "closed" : undefined;
    const happened = !wasListed ? "returned" : wasLacking ? "known_again" : closed;
    return { position, parts, happened, size };
  }
}

function sizeIn(position: SnapshotPosition): Figure {
  return position.status === "open" ? sizeOf(position) : NOTHING;
}

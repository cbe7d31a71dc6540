import type { Figure } from "../../base/decimal.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { deltaOf } from "../position/delta.js";
import type { Moment, SnapshotPosition } from "../position/snapshot-position.js";
import { isNothing, NO_PARTS, type Parts, partsBetween } from "./parts.js";

/** A position as far as its moments have been seen. Times are milliseconds since the epoch. */
export interface Track {
  /** As it was listed first and last. */
  readonly first: SnapshotPosition;
  readonly last: SnapshotPosition;
  readonly firstAt: number;
  /** Whether it was opened since the moment before the first one that lists it. */
  readonly isNew: boolean;
  /** Whether the last moment lists it. */
  readonly isListed: boolean;
}

/** What a position changed by between two settlements. */
export interface Step {
  readonly track: Track;
  /** Since when: the last settlement, or earlier when the net PnL was unknown then. */
  readonly from: number;
  readonly parts: Parts;
  /** As it was at the last settlement, or when it was first listed. */
  readonly start: SnapshotPosition;
  /** As it is at this settlement. */
  readonly end: SnapshotPosition;
  /** Part of the change of price PnL due to what is unhedged, USD; null if unknown. */
  readonly delta: () => Figure;
  /** Time that the parts are of: between the calculations of the figures that they compare. */
  readonly span: { readonly from: number; readonly to: number };
}

/** Why a position is in no sum, or counts otherwise than from one settlement to the next. */
export type AsideCode =
  /** Unknown net PnL: in no sum since `since`. */
  | "net_unknown"
  /** The net PnL was unknown at the last settlement: counts since `since`. */
  | "net_known_again"
  /** Opened earlier but listed first, or known first, at `since`: that is a level, no PnL. */
  | "first_seen"
  | "first_known"
  /** No longer listed: keeps its figures of `since`. */
  | "vanished"
  /** Listed again after it was not: counts since `since`. */
  | "returned";

export interface Aside {
  readonly code: AsideCode;
  readonly track: Track;
  readonly since: number;
}

/** What came of the moments since the last settlement. */
export interface Settlement {
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Step[];
  readonly asides: readonly Aside[];
}

/** Figures of a moment, and the time up to which they are calculated. */
interface KnownParts {
  readonly parts: Parts;
  readonly at: number;
  readonly until: number;
  /** As it was listed last while it was open; of one that never was, as it was listed first. */
  readonly held: SnapshotPosition;
}

/** What is followed of a position; `last` is of `lastAt`. */
interface State extends Track {
  last: SnapshotPosition;
  lastAt: number;
  isListed: boolean;
  /** Figures that are settled, and those that are known; null while there are none. */
  settled: KnownParts | null;
  known: KnownParts | null;
  start: SnapshotPosition;
  /** Whether anything was seen of it since the last settlement. */
  isTouched: boolean;
  events: Aside[];
}

/** Follows the positions of a portfolio from moment to moment. */
export type Tracker = ReturnType<typeof createTracker>;

/**
 * Creates a tracker. The figures of the first moment are levels, from which changes count.
 * docs/reference/figures/pnl.md, "Between two moments".
 * @param onSeen called for each position of a moment, after `last` is that of the moment
 */
export function createTracker(onSeen?: (track: Track, at: number) => void) {
  const states: State[] = [];
  const current = new Map<string, State>();
  let ids: ReadonlySet<string> = new Set();
  let at: number | undefined;
  let settledAt: number | undefined;
  return {
    see(moment: Moment): void {
      for (const standing of moment.standings) {
        const known = current.get(standing.positionId);
        if (known !== undefined && !isAnotherPosition(known, standing)) {
          update(known, standing, moment.at);
        } else {
          if (known?.isListed === true) leave(known);
          const state = begin(standing, moment.at, at);
          states.push(state);
          current.set(standing.positionId, state);
        }
        const state = current.get(standing.positionId);
        if (state !== undefined) onSeen?.(state, moment.at);
      }
      for (const id of ids) if (!moment.ids.has(id)) leave(current.get(id));
      for (const id of moment.ids) if (!ids.has(id)) comeBack(current.get(id));
      ids = moment.ids;
      settledAt ??= moment.at;
      at = moment.at;
    },
    /** Settles what was seen since the last settlement, or since the first moment. */
    settle(): Settlement {
      const from = settledAt ?? 0;
      const settlements = states.map((state) => settleOne(state, from));
      settledAt = at;
      return {
        ...{ from, to: at ?? 0 },
        steps: settlements.flatMap(({ step }) => step ?? []),
        asides: settlements.flatMap(({ asides }) => asides),
      };
    },
    /** Returns every position that was seen. */
    tracks: (): readonly Track[] => states,
  };
}

/** How long a listing may take: a position that is opened meanwhile may not be on it. */
const LISTING_MS = MINUTE_MS;

/**
 * Reports whether a position that is listed first was opened since the moment before, so that its
 * figures count from 0. @param before undefined at the first moment
 */
export function isOpenedSince(
  before: number | undefined,
  { openedAt }: SnapshotPosition,
): before is number {
  return before !== undefined && openedAt > before - LISTING_MS;
}

/** Reports whether an id was given to another position, which was opened after its own was listed. */
export function isAnotherPosition(
  { last, lastAt }: Pick<State, "last" | "lastAt">,
  { openedAt }: SnapshotPosition,
): boolean {
  return openedAt !== last.openedAt && openedAt > lastAt;
}

function begin(standing: SnapshotPosition, at: number, before: number | undefined): State {
  const isNew = isOpenedSince(before, standing);
  const state: State = {
    first: standing,
    last: standing,
    firstAt: at,
    lastAt: at,
    isNew,
    isListed: true,
    settled: isNew
      ? {
          parts: NO_PARTS,
          at: Math.min(Math.max(standing.openedAt, before), at),
          until: standing.openedAt,
          held: standing,
        }
      : null,
    known: knownAt(standing, at),
    start: standing,
    isTouched: true,
    events: [],
  };
  if (!isNew) state.settled = state.known;
  const isLate = before !== undefined && !isNew;
  if (isLate) state.events.push({ code: "first_seen", track: state, since: at });
  return state;
}

function knownAt(standing: SnapshotPosition, at: number, before = standing): KnownParts | null {
  const { parts, calculatedAt, status } = standing;
  const held = status === "open" ? standing : before;
  return parts && { parts, at, until: calculatedAt ?? at, held };
}

function update(state: State, standing: SnapshotPosition, at: number): void {
  comeBack(state);
  const before = state.last.status === "open" ? state.last : state.known?.held;
  state.last = standing;
  state.lastAt = at;
  state.isTouched = true;
  if (standing.parts === null) return;
  state.known = knownAt(standing, at, before);
  if (state.settled !== null) return;
  state.settled = state.known; // known for the first time: a level
  state.events.push({ code: "first_known", track: state, since: at });
}

/** Also a closed position comes back, which a moment repeats only when it differs. */
function comeBack(state: State | undefined): void {
  if (state === undefined || state.isListed) return;
  state.events = state.events.filter(({ code }) => code !== "vanished");
  state.events.push({ code: "returned", track: state, since: state.lastAt });
  state.isListed = true;
  state.isTouched = true;
}

function leave(state: State | undefined): void {
  if (state === undefined || !state.isListed) return;
  state.isListed = false;
  state.isTouched = true;
  state.events.push({ code: "vanished", track: state, since: state.lastAt });
}

function settleOne(state: State, from: number): { step?: Step; asides: readonly Aside[] } {
  const { settled, known, start, last, isListed, isTouched } = state;
  const asides = state.events;
  state.events = [];
  const isOver = start.status === "closed" && last.status === "closed";
  if (last.parts === null && !isOver && (isListed || isTouched)) {
    asides.push({ code: "net_unknown", track: state, since: known?.at ?? state.firstAt });
  }
  if (!isTouched) return { asides };
  state.isTouched = false;
  state.start = last;
  if (settled === null || known === null) return { asides };
  state.settled = known;
  const parts = partsBetween(settled.parts, known.parts);
  const isSame = known === settled || start.status === "closed";
  if (isSame && isNothing(parts)) return { asides };
  if (settled.at < from && !asides.some(({ code }) => code === "returned")) {
    asides.push({ code: "net_known_again", track: state, since: settled.at });
  }
  const span = { from: settled.until, to: known.until };
  const delta = () => deltaOf(settled.held, known.held);
  return { step: { track: state, from: settled.at, parts, start, end: last, delta, span }, asides };
}

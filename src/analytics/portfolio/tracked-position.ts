import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { deltaOf } from "../position/delta.js";
import type { SnapshotPosition } from "../position/snapshot-position.js";
import { createNotionalTime, type NotionalTime } from "./notional-time.js";
import { isNothing, NO_PARTS, type Parts, partsBetween } from "./parts.js";

/** A position over the moments seen so far. Times are milliseconds since the epoch. */
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

/** Change of a position between two settlements. */
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
  /** Times at which the figures compared by `parts` were calculated. */
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
  /** Its PnL counts, but no snapshot has its notional: opened, or listed first, at `since`. */
  | "notional_unknown"
  /** Listed again after it was not: counts since `since`. */
  | "returned";

export interface Aside {
  readonly code: AsideCode;
  readonly track: Track;
  readonly since: number;
}

/** Figures of a moment, and the time up to which they are calculated. */
interface KnownParts {
  readonly parts: Parts;
  readonly at: number;
  readonly until: number;
  /** As it was last listed while open; if it never was, as it was first listed. */
  readonly held: SnapshotPosition;
}

/** State of a tracked position; `last` was listed at `lastAt`. */
export interface State extends Track {
  last: SnapshotPosition;
  lastAt: number;
  isListed: boolean;
  /** Figures at the last settlement, and the last known ones; null while there are none. */
  settled: KnownParts | null;
  known: KnownParts | null;
  start: SnapshotPosition;
  /** Whether anything was seen of it since the last settlement. */
  isTouched: boolean;
  events: Aside[];
  /** Undefined if notionals are not added up. */
  readonly time: NotionalTime | undefined;
}

/** How long a listing may take: a position that is opened meanwhile may not be on it. */
const LISTING_MS = MINUTE_MS;

/**
 * Reports whether a position that is new on a listing was opened since the moment before, so that its
 * figures count from 0. @param before undefined at the first moment
 */
function isOpenedSince(
  before: number | undefined,
  { openedAt }: SnapshotPosition,
): before is number {
  return before !== undefined && openedAt > before - LISTING_MS;
}

/** Reports whether an id was given to another position: one opened after the known one was last listed. */
export function isAnotherPosition(
  { last, lastAt }: Pick<State, "last" | "lastAt">,
  { openedAt }: SnapshotPosition,
): boolean {
  return openedAt !== last.openedAt && openedAt > lastAt;
}

/** When a position begins to be followed; milliseconds since the epoch. */
export interface Beginning {
  readonly at: number;
  /** The moment before; undefined at the first one. */
  readonly before: number | undefined;
  /** The first moment, and the last settlement; undefined if notionals are not added up. */
  readonly since?: { readonly first: number; readonly settled: number } | undefined;
}

export function begin(standing: SnapshotPosition, { at, before, since }: Beginning): State {
  const isNew = isOpenedSince(before, standing);
  const opened = Number.isNaN(standing.openedAt) ? at : Math.min(standing.openedAt, at);
  const time = since && createNotionalTime(Math.max(opened, since.first), since.settled);
  time?.see(standing, at);
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
    time,
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

export function update(state: State, standing: SnapshotPosition, at: number): void {
  comeBack(state);
  state.time?.see(standing, at);
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

/** Marks a position as listed again, also a closed one, which a moment repeats only when it differs. */
export function comeBack(state: State | undefined): void {
  if (state === undefined || state.isListed) return;
  state.events = state.events.filter(({ code }) => code !== "vanished");
  state.events.push({ code: "returned", track: state, since: state.lastAt });
  state.isListed = true;
  state.isTouched = true;
}

export function leave(state: State | undefined): void {
  if (state === undefined || !state.isListed) return;
  state.isListed = false;
  state.isTouched = true;
  state.events.push({ code: "vanished", track: state, since: state.lastAt });
}

/** Settles a position. @param isHeld whether it held something since `from`; unchanged, it then counts 0 */
export function settleOne(
  state: State,
  from: number,
  isHeld: boolean,
): { step?: Step; asides: readonly Aside[] } {
  const { settled, known, start, last, isListed, isTouched } = state;
  const asides = state.events;
  state.events = [];
  const isOver = start.status === "closed" && last.status === "closed";
  if (last.parts === null && !isOver && (isListed || isTouched)) {
    asides.push({ code: "net_unknown", track: state, since: known?.at ?? state.firstAt });
  }
  if (!isTouched && !isHeld) return { asides };
  state.isTouched = false;
  state.start = last;
  if (settled === null || known === null) return { asides };
  state.settled = known;
  const parts = partsBetween(settled.parts, known.parts);
  const isSame = known === settled || start.status === "closed";
  const isInSum = isHeld && isListed && asides.length === 0;
  if (isSame && isNothing(parts) && !isInSum) return { asides };
  if (known !== settled && settled.at < from && !asides.some(({ code }) => code === "returned")) {
    asides.push({ code: "net_known_again", track: state, since: settled.at });
  }
  const span = { from: settled.until, to: known.until };
  const delta = () => (known === settled ? new Big(0) : deltaOf(settled.held, known.held));
  return { step: { track: state, from: settled.at, parts, start, end: last, delta, span }, asides };
}

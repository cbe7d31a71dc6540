import type { AlertState, Counts, EventKind, WaitingEvent } from "./state.js";

export interface Queue {
  /** Maximum number of waiting events; with one more, all become a digest. */
  readonly most: number;
  /** The event being delivered, which is left out of a digest. */
  readonly busy?: WaitingEvent | undefined;
}

export const DEFAULT_QUEUE: Queue = { most: 100 };

/** Events of a round, before they wait. */
export type NewEvent = Omit<WaitingEvent, "attempts" | "not_before">;

/** Returns the state with more events waiting. */
export function enqueue(
  state: AlertState,
  events: readonly NewEvent[],
  { most, busy }: Queue,
): AlertState {
  let { waiting } = state;
  for (const event of events) {
    const kept = event.event === "heartbeat" ? waiting.filter(isNoHeartbeat(busy)) : waiting;
    waiting = [...kept, { ...event, attempts: 0, not_before: event.at }];
    if (waiting.length > most) waiting = digested(waiting, event.at, busy);
  }
  return { ...state, waiting };
}

/**
 * Returns the next event to deliver: the oldest one that is due. The end of a problem waits until its
 * beginning is delivered; what has no rule, a heartbeat or a digest, delays nothing. An event of the future,
 * dated by a wrong clock, is due.
 * @param tried events that are not tried again now
 */
export function nextDue(
  { waiting }: AlertState,
  now: number,
  tried: readonly WaitingEvent[] = [],
): WaitingEvent | undefined {
  return waiting.find(
    (event, index) =>
      (event.not_before <= now || event.at > now) &&
      !tried.some((it) => isSame(it, event)) &&
      !waiting.slice(0, index).some((it) => it.rule !== "" && isOfSame(it, event)),
  );
}

/** Returns the state after an event was delivered. */
export function delivered(state: AlertState, event: WaitingEvent): AlertState {
  const waiting = state.waiting.filter((it) => !isSame(it, event));
  if (event.event !== "heartbeat") return { ...state, waiting };
  return { ...state, waiting, heartbeat_at: event.at };
}

/** Returns the state after delivering an event failed. @param notBefore earliest time of the next attempt */
export function refused(state: AlertState, event: WaitingEvent, notBefore: number): AlertState {
  return {
    ...state,
    waiting: state.waiting.map((it) =>
      isSame(it, event) ? { ...it, attempts: it.attempts + 1, not_before: notBefore } : it,
    ),
  };
}

/** Reports whether both are the same event, whatever the number of attempts. */
function isSame(one: WaitingEvent, other: WaitingEvent): boolean {
  return one.event === other.event && one.since === other.since && isOfSame(one, other);
}

function isOfSame(one: WaitingEvent, other: WaitingEvent): boolean {
  return one.rule === other.rule && one.position_id === other.position_id;
}

function isNoHeartbeat(busy: WaitingEvent | undefined) {
  return (it: WaitingEvent) => it.event !== "heartbeat" || (busy !== undefined && isSame(it, busy));
}

function digested(
  waiting: readonly WaitingEvent[],
  now: number,
  busy: WaitingEvent | undefined,
): readonly WaitingEvent[] {
  const isBusy = (it: WaitingEvent) => busy !== undefined && isSame(it, busy);
  const folded = waiting.filter((it) => !isBusy(it));
  const sum = (kind: EventKind & keyof Counts) =>
    folded.reduce((all, it) => all + (it.counts?.[kind] ?? Number(it.event === kind)), 0);
  const counts = { alert: sum("alert"), resolved: sum("resolved"), blind: sum("blind") };
  const since = Math.min(...folded.map((it) => (it.event === "digest" ? it.since : it.at)));
  const digest = { event: "digest", rule: "", position_id: "", since, at: now, counts } as const;
  return [...waiting.filter(isBusy), { ...digest, attempts: 0, not_before: now }];
}

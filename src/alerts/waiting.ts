import type { AlertState, WaitingEvent } from "./state.js";

/**
 * Returns the state with more events waiting. A problem that begins again before its end was delivered has
 * not ended for who gets the events, and is no news.
 * @param busy the event being delivered
 */
export function enqueue(
  state: AlertState,
  events: readonly WaitingEvent[],
  busy?: WaitingEvent,
): AlertState {
  let { waiting } = state;
  for (const event of events) {
    const end = waiting.find((it) => it.event === "resolved" && isOfSame(it, event));
    const isBack = event.event !== "resolved" && end !== undefined;
    if (isBack && (busy === undefined || !isSame(end, busy))) {
      waiting = waiting.filter((it) => it !== end);
    } else waiting = [...waiting, event];
  }
  return { ...state, waiting };
}

/**
 * Returns the next event to deliver, the oldest one. The end of a problem waits until its beginning is
 * delivered.
 * @param tried events that are not tried again now
 */
export function nextDue(
  { waiting }: AlertState,
  tried: readonly WaitingEvent[] = [],
): WaitingEvent | undefined {
  return waiting.find(
    (event, index) =>
      !tried.some((it) => isSame(it, event)) &&
      !waiting.slice(0, index).some((it) => isOfSame(it, event)),
  );
}

/** Returns the state after an event was delivered. */
export function delivered(state: AlertState, event: WaitingEvent): AlertState {
  return { ...state, waiting: state.waiting.filter((it) => !isSame(it, event)) };
}

function isSame(one: WaitingEvent, other: WaitingEvent): boolean {
  return one.event === other.event && one.since === other.since && isOfSame(one, other);
}

function isOfSame(one: WaitingEvent, other: WaitingEvent): boolean {
  return one.rule === other.rule && one.position_id === other.position_id;
}

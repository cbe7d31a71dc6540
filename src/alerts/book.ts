import type { Dampers, Finding, Findings } from "./finding.js";
import type { AlertState, Problem } from "./state.js";
import { DEFAULT_QUEUE, enqueue, type NewEvent, type Queue } from "./waiting.js";

/** Rule of the events that a watch is blind, and that it no longer is. */
export const BLIND_RULE = "blind";

/** The state after a round, in which its events wait, and these events. */
export interface Taken {
  readonly state: AlertState;
  readonly events: readonly NewEvent[];
}

/**
 * Takes a successful round. A problem becomes an alert once: after it has lasted for `forMs`, and
 * `cooldownMs` after the alert before. It is resolved once, when it is over. An unknown verdict changes
 * nothing. A stored time later than the round comes from a wrong clock, and delays nothing.
 * @param heartbeatMs a heartbeat waits when the last one was delivered this long ago; undefined for none
 */
export function takeRound(
  state: AlertState,
  { at, findings: found, dampersOf, isPart = false }: Findings,
  heartbeatMs?: number,
  queue: Queue = DEFAULT_QUEUE,
): Taken {
  const before = new Map(state.problems.map((it) => [keyOf(it.rule, it.position_id), it]));
  const problems: Problem[] = [];
  const events: NewEvent[] = isPart ? [] : endOfBlindness(state, at);
  const findings = isPart ? found.filter(({ positionId }) => positionId !== "") : found;
  for (const finding of findings) {
    const key = keyOf(finding.rule, finding.positionId);
    const old = before.get(key) ?? newProblem(finding);
    before.delete(key);
    const next = judged(old, finding, at, dampersOf(finding.rule));
    if (next.is_open !== old.is_open) {
      events.push(eventOf(next.is_open ? "alert" : "resolved", next.is_open ? next : old, at));
    }
    if (isKept(next, at, dampersOf(finding.rule))) problems.push(next);
  }
  for (const gone of before.values()) {
    if (isPart) problems.push(gone);
    else if (gone.is_open) events.push({ ...eventOf("resolved", gone, at), is_gone: true });
  }
  if (isHeartbeatDue(state, at, heartbeatMs, queue)) {
    events.push({ event: "heartbeat", rule: "", position_id: "", since: at, at });
  }
  const sorted = problems.sort(
    (a, b) => compare(a.rule, b.rule) || compare(a.position_id, b.position_id),
  );
  const seen = isPart ? {} : { blindness: null, last_success: at };
  const next = { ...state, problems: sorted, ...seen };
  return { state: enqueue(next, events, queue), events };
}

/** When a watch is blind. */
export interface BlindAfter {
  /** Milliseconds without a successful round; undefined if rounds have no interval. */
  readonly ms?: number;
  /** Number of rounds that failed in a row. */
  readonly rounds?: number;
}

/**
 * Takes a failed round: it changes no problem, and resolves nothing. Once a watch is blind, an event says so.
 * @param after undefined if the watch ends with this failure, and is blind from now on
 */
export function takeFailure(
  state: AlertState,
  at: number,
  after: BlindAfter | undefined,
  queue: Queue = DEFAULT_QUEUE,
): Taken {
  const last = state.blindness ?? { since: state.last_success ?? at, rounds: 0, is_told: false };
  const { rounds, is_told } = last;
  const since = is_told ? last.since : Math.min(last.since, at);
  const isBlind =
    after === undefined ||
    at - since >= (after.ms ?? Number.POSITIVE_INFINITY) ||
    rounds + 1 >= (after.rounds ?? Number.POSITIVE_INFINITY);
  const blindness = { since, rounds: rounds + 1, is_told: is_told || isBlind };
  const next = { ...state, blindness };
  if (is_told || !isBlind) return { state: next, events: [] };
  const events = [{ event: "blind", rule: BLIND_RULE, position_id: "", since, at }] as const;
  return { state: enqueue(next, events, queue), events };
}

function judged(old: Problem, finding: Finding, at: number, dampers: Dampers): Problem {
  switch (finding.verdict) {
    case "unknown":
      return old;
    case "failed": {
      if (old.is_open) return old;
      const since = Math.min(old.since ?? at, at);
      const isRipe = at - since >= dampers.forMs;
      const isCool = old.alerted_at === null || isPast(old.alerted_at, dampers.cooldownMs, at);
      return isRipe && isCool
        ? { ...old, since, alerted_at: at, is_open: true }
        : { ...old, since };
    }
    case "passed":
      if (old.is_open && !isOver(finding)) return old;
      return { ...old, since: null, is_open: false };
  }
}

/** Reports whether a problem that no longer holds is over: its `clear` condition decides, if any. */
function isOver({ clears }: Finding): boolean {
  return clears === undefined || clears === true;
}

function newProblem({ rule, positionId }: Finding): Problem {
  return { rule, position_id: positionId, since: null, alerted_at: null, is_open: false };
}

/** Reports whether a problem is kept: while it lasts, and until its cooldown is over. */
function isKept({ since, alerted_at }: Problem, at: number, { cooldownMs }: Dampers): boolean {
  return since !== null || (alerted_at !== null && !isPast(alerted_at, cooldownMs, at));
}

/** Reports whether a span that began at a time is over; also if it began in the future. */
function isPast(from: number, spanMs: number, at: number): boolean {
  return at < from || at - from >= spanMs;
}

function eventOf(event: "alert" | "resolved", problem: Problem, at: number): NewEvent {
  const { rule, position_id, since } = problem;
  return { event, rule, position_id, since: since ?? at, at };
}

function endOfBlindness({ blindness }: AlertState, at: number): NewEvent[] {
  if (blindness?.is_told !== true) return [];
  const { since } = blindness;
  return [{ event: "resolved", rule: BLIND_RULE, position_id: "", since, at }];
}

function isHeartbeatDue(
  { heartbeat_at }: AlertState,
  at: number,
  everyMs: number | undefined,
  { busy }: Queue,
): boolean {
  const last = busy?.event === "heartbeat" ? busy.at : heartbeat_at;
  return everyMs !== undefined && (last === null || isPast(last, everyMs, at));
}

/** Returns a key that is unique for a rule and a position. */
export function keyOf(rule: string, positionId: string): string {
  return JSON.stringify([rule, positionId]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

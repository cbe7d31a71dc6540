import type { Finding, Findings } from "./finding.js";
import type { AlertState, Problem, WaitingEvent } from "./state.js";
import { enqueue } from "./waiting.js";

/** Rule of the events that a watch is blind, and that it no longer is. */
export const BLIND_RULE = "blind";

/** Number of rounds that failed in a row after which nothing is seen any more. */
const BLIND_AFTER = 3;

/** The state after a round, in which its events wait, and these events. */
export interface Taken {
  readonly state: AlertState;
  readonly events: readonly WaitingEvent[];
}

/**
 * Takes a successful round. A problem becomes an alert once, after it has lasted as long as its rule says,
 * and is resolved once, when it is over. An unknown verdict changes nothing. A stored time later than the
 * round comes from a wrong clock, and delays nothing.
 * @param busy the event being delivered
 */
export function takeRound(
  state: AlertState,
  { at, findings: found, forMsOf, isPart = false }: Findings,
  busy?: WaitingEvent,
): Taken {
  const before = new Map(state.problems.map((it) => [keyOf(it.rule, it.position_id), it]));
  const problems: Problem[] = [];
  const events: WaitingEvent[] = isPart ? [] : endOfBlindness(state, at);
  const findings = isPart ? found.filter(({ positionId }) => positionId !== "") : found;
  for (const finding of findings) {
    const key = keyOf(finding.rule, finding.positionId);
    const old = before.get(key);
    before.delete(key);
    const next = judged(old, finding, at, forMsOf(finding.rule));
    if (next?.is_open === true && old?.is_open !== true) events.push(eventOf("alert", next, at));
    if (next === undefined && old?.is_open === true) events.push(eventOf("resolved", old, at));
    if (next !== undefined) problems.push(next);
  }
  for (const gone of before.values()) {
    if (isPart) problems.push(gone);
    else if (gone.is_open) events.push({ ...eventOf("resolved", gone, at), is_gone: true });
  }
  const sorted = problems.sort(
    (a, b) => compare(a.rule, b.rule) || compare(a.position_id, b.position_id),
  );
  const seen = isPart ? {} : { blindness: null, last_success: at };
  return { state: enqueue({ ...state, problems: sorted, ...seen }, events, busy), events };
}

/**
 * Takes a failed round: it changes no problem, and resolves nothing. Once {@link BLIND_AFTER} failed in a
 * row, an event says so.
 * @param busy the event being delivered
 */
export function takeFailure(state: AlertState, at: number, busy?: WaitingEvent): Taken {
  const last = state.blindness ?? { since: state.last_success ?? at, rounds: 0, is_told: false };
  const { is_told } = last;
  const since = is_told ? last.since : Math.min(last.since, at);
  const rounds = last.rounds + 1;
  const isBlind = rounds >= BLIND_AFTER;
  const next = { ...state, blindness: { since, rounds, is_told: is_told || isBlind } };
  if (is_told || !isBlind) return { state: next, events: [] };
  const events = [{ event: "blind", rule: BLIND_RULE, position_id: "", since, at }] as const;
  return { state: enqueue(next, events, busy), events };
}

/** Returns the problem after a finding; undefined where there is none, or it is over. */
function judged(
  old: Problem | undefined,
  { rule, positionId, verdict }: Finding,
  at: number,
  forMs: number,
): Problem | undefined {
  if (verdict === "unknown" || (verdict === "failed" && old?.is_open === true)) return old;
  if (verdict === "passed") return undefined;
  const since = Math.min(old?.since ?? at, at);
  return { rule, position_id: positionId, since, is_open: at - since >= forMs };
}

function eventOf(event: "alert" | "resolved", problem: Problem, at: number): WaitingEvent {
  const { rule, position_id, since } = problem;
  return { event, rule, position_id, since, at };
}

function endOfBlindness({ blindness }: AlertState, at: number): WaitingEvent[] {
  if (blindness?.is_told !== true) return [];
  const { since } = blindness;
  return [{ event: "resolved", rule: BLIND_RULE, position_id: "", since, at }];
}

/** Returns a key that is unique for a rule and a position. */
export function keyOf(rule: string, positionId: string): string {
  return JSON.stringify([rule, positionId]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

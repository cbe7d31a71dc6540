/** What a rule says about a position, or about the portfolio. */
export type Verdict =
  /** The problem is there. */
  | "failed"
  | "passed"
  /** A figure that the rule needs is unknown. */
  | "unknown";

/** What one rule finds for one position in one round. */
export interface Finding {
  readonly rule: string;
  /** Empty for a rule about the whole portfolio. */
  readonly positionId: string;
  /** Empty for a rule about the whole portfolio. */
  readonly asset: string;
  readonly verdict: Verdict;
  /** What is wrong and by how much, for people; not yet made safe. Only read while it fails. */
  readonly summary: string;
  /** Severity of the rule, if it has one. */
  readonly severity?: string | undefined;
  /** Whether it is a cause of status by its own name, whose summary says all without the name. */
  readonly isCause?: boolean | undefined;
}

/** Findings of one round, which is complete except for portfolios; a failed round has none. */
export interface Findings {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One for each rule and position. What has none is gone: closed, not listed, or a removed rule. */
  readonly findings: readonly Finding[];
  /** Returns the milliseconds for which a problem has to last before there is an alert. */
  readonly forMsOf: (rule: string) => number;
  /** Whether a portfolio could not be listed: missing findings, and those about all, are then unknown. */
  readonly isPart?: boolean;
}

/** Version of the state; one with another version is not read. */
export const STATE_VERSION = 1;

/** A problem of a position that lasts. Times are milliseconds since the epoch. */
export interface Problem {
  readonly rule: string;
  readonly position_id: string;
  /** Start of the problem. */
  readonly since: number;
  /** Whether there was an alert. */
  readonly is_open: boolean;
}

/** Rounds that have failed in a row. */
export interface Blindness {
  /** Time of the last successful round; of the first failed one if none was. */
  readonly since: number;
  readonly rounds: number;
  readonly is_told: boolean;
}

/** An event that is not delivered yet. */
export interface WaitingEvent {
  readonly event: "alert" | "resolved" | "blind";
  /** `blind` for a blind watch and its end. */
  readonly rule: string;
  /** Empty for the portfolio. */
  readonly position_id: string;
  /** Start of the problem. */
  readonly since: number;
  /** Time of the round that found it. */
  readonly at: number;
  /** Whether the position is no longer listed, or no longer judged. */
  readonly is_gone?: true;
}

/** Everything that is remembered between rounds: plain data, without figures of positions. */
export interface AlertState {
  readonly version: typeof STATE_VERSION;
  /** Sorted by rule and position. */
  readonly problems: readonly Problem[];
  /** Oldest first. */
  readonly waiting: readonly WaitingEvent[];
  readonly last_success: number | null;
  readonly blindness: Blindness | null;
}

export const EMPTY_STATE: AlertState = {
  version: STATE_VERSION,
  problems: [],
  waiting: [],
  last_success: null,
  blindness: null,
};

/** Rule of the events that a watch is blind, and that it no longer is. */
export const BLIND_RULE = "blind";
const BLIND = { rule: BLIND_RULE, position_id: "" };

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
  const events: WaitingEvent[] = [];
  const { blindness } = state;
  if (!isPart && blindness?.is_told === true) {
    events.push(eventOf("resolved", { ...BLIND, since: blindness.since }, at));
  }
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
  const events = [eventOf("blind", { ...BLIND, since }, at)];
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

function eventOf(
  event: WaitingEvent["event"],
  { rule, position_id, since }: Omit<Problem, "is_open">,
  at: number,
): WaitingEvent {
  return { event, rule, position_id, since, at };
}

/** Returns a key that is unique for a rule and a position. */
export function keyOf(rule: string, positionId: string): string {
  return JSON.stringify([rule, positionId]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Returns the state with more events waiting. A problem that begins again before its end was delivered has
 * not ended for who gets the events, and is no news.
 * @param busy the event being delivered
 * @internal exported for tests
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

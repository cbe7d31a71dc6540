import { BLIND_RULE, type Finding, type Problem, type WaitingEvent } from "../alerts/book.js";
import { whyLost } from "../alerts/deliver.js";
import { findingsOf, judge, type Result } from "../alerts/judge.js";
import type { Keeper } from "../alerts/keeper.js";
import { isOwnCause, type Rule } from "../alerts/rule.js";
import { keysAnswered } from "../base/collections.js";
import { lastingHandle } from "../base/names/handle.js";
import { visible } from "../base/safe-text.js";
import type { Io } from "../base/terminal/io.js";
import type { Progress } from "../base/terminal/progress.js";
import type { Position } from "../client/resources/position.js";
import type { Messages } from "../output/text/messages.js";
import type { Filters } from "../run/screen/position-filters.js";
import type { Round, Rounds } from "./rounds.js";

/** An alert that began or ended with a round. */
export interface Alerted {
  /** Undefined for a rule about the portfolio. */
  readonly position: Position | undefined;
  readonly rule: string;
  /** Start of the problem, milliseconds since the epoch. */
  readonly since: number;
  /** What is wrong; empty for an end. */
  readonly summary: string;
  /** Whether it is a cause of status by its own name. */
  readonly isCause?: boolean | undefined;
}

/** What alerts read of a round. */
interface Judged extends Pick<Round, "at"> {
  readonly book: Pick<Round["book"], "all" | "positions" | "lost">;
}

/** What alerts and rules say of the rows of a round. */
export interface AlertsOfRows {
  /** Returns the rules of the alerts of a position. */
  rulesOf(positionId: string): readonly string[];
  /** Returns what rules of the user found for a position. */
  saidOf(positionId: string): readonly string[];
  /** How many rules of the user failed for some position, and how many are unknown. */
  readonly counts: { readonly failed: number; readonly unknown: number };
}

/** What a round changed. */
export interface AlertUpdate extends AlertsOfRows {
  readonly fresh: readonly Alerted[];
  /** Those of positions that are listed, or just gone. */
  readonly cleared: readonly Alerted[];
}

/** The alerts of a watch, from round to round. */
export type Alerts = ReturnType<typeof createAlerts>;

interface AlertsOptions {
  readonly keeper: Keeper;
  readonly rules: readonly Rule[];
  /** How long a problem of a rule without `for` has to last, milliseconds. */
  readonly forMs: number;
  /** Whether a command delivers the events; they are shown in any case. */
  readonly hasCommand: boolean;
}

export function createAlerts({ keeper, rules, forMs, hasCommand }: AlertsOptions) {
  let before: readonly Position[] = [];
  const acknowledge = (events: readonly WaitingEvent[]) => {
    if (!hasCommand && events.length > 0) keeper.acknowledge(events);
  };
  return {
    /** Returns what alerts say before the first round: those that a watch before this one left open. */
    before: (): AlertsOfRows => alertsOfRows(keeper.state.problems),
    /** Judges a round, a rule after the other, while keys are answered. */
    async update({ book, at }: Judged): Promise<AlertUpdate> {
      const results: Result[] = [];
      for (const rule of rules) {
        results.push(...judge([rule], book.all));
        await keysAnswered();
      }
      const found = findingsOf(results, at, forMs);
      if (book.lost.length > 0) keeper.fail(at, whyLost(book.lost));
      const taken = keeper.take({ ...found, isPart: book.lost.length > 0 });
      const events = hasCommand ? taken : keeper.state.waiting;
      const positions = [...book.positions, ...before];
      before = book.positions;
      const of = (kind: WaitingEvent["event"]) =>
        events
          .filter(({ event }) => event === kind)
          .flatMap((event) => alertedIn(positions, found.findings, event));
      const ofRows = alertsOfRows(keeper.state.problems, found.findings, results);
      return { ...ofRows, fresh: of("alert"), cleared: of("resolved") };
    },
    /** Takes a failed round. */
    fail(at: number, why: string): void {
      keeper.fail(at, why);
      acknowledge(keeper.state.waiting.filter(({ rule }) => rule === BLIND_RULE)); // as a failure
    },
    /** Marks what the last update returned as shown. */
    shown: () => acknowledge(keeper.state.waiting),
    /** Resolves when the command of `--on-alert` was run for what waits. */
    settled: keeper.settled,
  };
}

function alertsOfRows(
  problems: readonly Problem[],
  findings: readonly Finding[] = [],
  results: readonly Result[] = [],
): AlertsOfRows {
  const [open, said] = [openRules(problems), saidBy(findings)];
  return {
    rulesOf: (id) => open.get(id) ?? [],
    saidOf: (id) => said.get(id) ?? [],
    counts: countsOf(results),
  };
}

/** Returns the rules of open alerts by position. */
function openRules(problems: readonly Problem[]): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>();
  for (const { position_id: id, rule, is_open } of problems) {
    if (is_open) open.set(id, [...(open.get(id) ?? []), rule]);
  }
  return open;
}

/** Returns the alert of an event; none for one of a position that is not listed. */
function alertedIn(
  positions: readonly Position[],
  findings: readonly Finding[],
  { rule, position_id, since }: WaitingEvent,
): Alerted[] {
  const position = positions.find((it) => it.position_id === position_id);
  if (position === undefined && (position_id !== "" || rule === BLIND_RULE)) return [];
  const finding = findings.find((it) => it.rule === rule && it.positionId === position_id);
  const { summary = "", isCause } = finding ?? {};
  return [{ position, rule, since, summary, isCause }];
}

/** Returns what rules that are no causes of `status` by their own names found for each position. */
function saidBy(findings: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>();
  for (const finding of findings) {
    const { positionId, verdict, isCause } = finding;
    if (verdict !== "failed" || isCause === true) continue;
    said.set(positionId, [...(said.get(positionId) ?? []), saidOf(finding)]);
  }
  return said;
}

/** Counts the rules with a result for some position; causes of `status` are counted as such. */
function countsOf(results: readonly Result[]) {
  const own = results.filter(({ rule }) => !isOwnCause(rule));
  const count = (verdict: Result["verdict"]) =>
    new Set(own.filter((it) => it.verdict === verdict).map(({ rule }) => rule.name)).size;
  return { failed: count("failed"), unknown: count("unknown") };
}

/** Maximum number of characters of a notification. */
const MOST_CHARACTERS = 120;

/** Returns an alert in one line without control characters. */
export function titleOf(alerted: Alerted): string {
  const { position } = alerted;
  const about = position === undefined ? "portfolio" : lastingHandle(position);
  const text = visible(`${about}: ${saidOf(alerted)}`);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

/** Returns what is wrong; a rule of the user is named, since its figures do not say what they mean. */
export function saidOf({
  rule,
  summary,
  isCause,
}: Pick<Alerted, "rule" | "summary" | "isCause">): string {
  if (summary === "") return rule;
  return isCause === true ? summary : `${rule}: ${summary}`;
}

/** What is watched, and how. */
export interface Watch {
  readonly io: Io;
  readonly messages: Messages;
  /** What a user sees until there is something to show. */
  readonly progress: Pick<Progress, "stop">;
  /** Name of the profile, shown on the screen; may be empty. */
  readonly name: string;
  /** Ids of the portfolios, separated by commas. */
  readonly portfolio: string;
  readonly filters: Pick<Filters, "asset" | "exchange">;
  readonly intervalMs: number;
  readonly rounds: Rounds;
  readonly alerts: Alerts;
}

/** Reports the failure of the first round, which ends the watch, to the alerts. @throws it */
export function failFirst({ io, rounds, alerts }: Watch, error: unknown): never {
  const failure = rounds.describeFailure(error);
  if (failure !== undefined) alerts.fail(io.clock.now(), failure.message);
  throw error;
}

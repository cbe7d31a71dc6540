import { BLIND_RULE, type Findings, type Problem, type WaitingEvent } from "../alerts/book.js";
import { whyLost } from "../alerts/deliver.js";
import type { Keeper } from "../alerts/keeper.js";
import type { NamedPortfolio } from "../settings/portfolios.js";
import { type Alerted, saidOf } from "./alert-title.js";
import type { Round } from "./round.js";

/** Findings of a round. */
export interface Found extends Findings {
  /** The portfolios that could not be listed. */
  readonly lost: readonly NamedPortfolio[];
}

export interface AlertUpdate {
  readonly fresh: readonly Alerted[];
  /** Those of positions that are listed, or just gone. */
  readonly cleared: readonly Alerted[];
}

/** The alerts of a watch, from round to round. */
export type Alerts = ReturnType<typeof createAlerts>;

export interface AlertsOptions {
  readonly keeper: Keeper;
  readonly find: (round: Round) => Found;
  /** Whether a command delivers the events; they are shown in any case. */
  readonly hasCommand: boolean;
}

export function createAlerts({ keeper, find, hasCommand }: AlertsOptions) {
  let open = openRules(keeper.state.problems);
  let before: Round["items"] = [];
  let said: ReadonlyMap<string, readonly string[]> = new Map();
  const acknowledge = (events: readonly WaitingEvent[]) => {
    if (!hasCommand && events.length > 0) keeper.acknowledge(events);
  };
  return {
    /** Returns the rules of the alerts of a position. */
    rulesOf: (positionId: string): readonly string[] => open.get(positionId) ?? [],
    /** Text that differs whenever what is alerting differs. */
    get revision(): string {
      return JSON.stringify([[...open], [...said]]);
    },
    /** Returns what rules of the user found for a position in the last round. */
    saidOf: (positionId: string): readonly string[] => said.get(positionId) ?? [],
    /** Takes a successful round. */
    update(round: Round): AlertUpdate {
      const found = find(round);
      const { lost } = found;
      if (lost.length > 0) keeper.fail(round.at, whyLost(lost));
      said = saidBy(found.findings);
      const taken = keeper.take({ ...found, isPart: lost.length > 0 });
      const events = hasCommand ? taken : keeper.state.waiting;
      open = openRules(keeper.state.problems);
      const items = [...round.items, ...before];
      before = round.items;
      const of = (kind: WaitingEvent["event"]) =>
        events.filter(({ event }) => event === kind).flatMap(alertedIn(items, found));
      return { fresh: of("alert"), cleared: of("resolved") };
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

/** Returns the rules of open alerts by position. */
function openRules(problems: readonly Problem[]): ReadonlyMap<string, readonly string[]> {
  const open = new Map<string, string[]>();
  for (const { position_id: id, rule, is_open } of problems) {
    if (is_open) open.set(id, [...(open.get(id) ?? []), rule]);
  }
  return open;
}

/** Returns a function that finds the position of an event; it leaves out one that is not listed. */
function alertedIn(items: Round["items"], { findings }: Findings) {
  return ({ rule, position_id, since }: WaitingEvent): Alerted[] => {
    const item = items.find(({ value }) => value.position_id === position_id);
    if (item === undefined && (position_id !== "" || rule === BLIND_RULE)) return [];
    const finding = findings.find((it) => it.rule === rule && it.positionId === position_id);
    return [{ item, rule, since, summary: finding?.summary ?? "", isCause: finding?.isCause }];
  };
}

/** Returns what rules that are no causes of `status` by their own names found for each position. */
function saidBy(findings: Findings["findings"]): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>();
  for (const finding of findings) {
    const { positionId, verdict, isCause } = finding;
    if (verdict !== "failed" || isCause === true) continue;
    said.set(positionId, [...(said.get(positionId) ?? []), saidOf(finding)]);
  }
  return said;
}

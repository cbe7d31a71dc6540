import { BLIND_RULE } from "../alerts/book.js";
import { whyLost } from "../alerts/deliver.js";
import type { Findings } from "../alerts/finding.js";
import type { Keeper } from "../alerts/keeper.js";
import type { Problem, WaitingEvent } from "../alerts/state.js";
import type { NewEvent } from "../alerts/waiting.js";
import { ALL_CODES } from "../base/reason-codes.js";
import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import type { NamedPortfolio } from "../settings/portfolios.js";
import type { Round } from "./round.js";

/** Findings of a round, and errors of the positions for which a condition could not be evaluated. */
export interface Found extends Findings {
  readonly failures: readonly unknown[];
  /** The portfolios that could not be listed. */
  readonly lost?: readonly NamedPortfolio[];
}

/** An alert that began or ended with a round. */
export interface Alerted {
  /** Undefined for a rule about the portfolio. */
  readonly item: Item<Position> | undefined;
  readonly rule: string;
  /** Start of the problem, milliseconds since the epoch. */
  readonly since: number;
  /** What is wrong; empty for an expression, which says it itself, and for an end. */
  readonly summary: string;
}

export interface AlertUpdate {
  readonly fresh: readonly Alerted[];
  /** With a condition only those of positions that are still listed, else also of those just gone. */
  readonly cleared: readonly Alerted[];
  readonly failures: readonly unknown[];
}

export const NOTHING_NEW: AlertUpdate = { fresh: [], cleared: [], failures: [] };

/** The alerts of a watch, from round to round. */
export type Alerts = ReturnType<typeof createAlerts>;

/** Number of intervals without a successful round after which a watch is blind. */
const BLIND_INTERVALS = 3;

export interface AlertsOptions {
  readonly keeper: Keeper;
  /** The condition of `--alert`, as it was typed. */
  readonly expression?: string | undefined;
  readonly find: (round: Round) => Found;
  readonly intervalMs: number;
  /** Whether a command delivers the events; they are shown in any case. */
  readonly hasCommand: boolean;
}

export function createAlerts(options: AlertsOptions) {
  const { keeper, expression, find, intervalMs, hasCommand } = options;
  const blindAfter = { ms: BLIND_INTERVALS * intervalMs };
  let open = openIds(keeper.state.problems);
  let before: Round["items"] = [];
  let said: ReadonlyMap<string, readonly string[]> = new Map();
  const acknowledge = (events: readonly WaitingEvent[]) => {
    if (!hasCommand && events.length > 0) keeper.acknowledge(events);
  };
  return {
    /** The condition of `--alert`, as it was typed; undefined without it. */
    expression,
    /** Number of positions with an alert. */
    get count(): number {
      return open.size;
    },
    /** Ids of these positions. */
    get ids(): readonly string[] {
      return [...open];
    },
    /** Text that differs whenever what is alerting differs. */
    get revision(): string {
      return JSON.stringify([[...open], [...said]]);
    },
    /** Returns what rules of the user found for a position in the last round. */
    saidOf: (positionId: string): readonly string[] => said.get(positionId) ?? [],
    /** Takes a successful round. Without a command, what an earlier watch did not show is new, too. */
    update(round: Round): AlertUpdate {
      const found = find(round);
      const { lost = [] } = found;
      if (lost.length > 0) keeper.fail(round.at, whyLost(lost), blindAfter);
      said = saidBy(found.findings);
      const taken = keeper.take({ ...found, isPart: lost.length > 0 });
      const events = hasCommand ? taken : keeper.state.waiting;
      open = openIds(keeper.state.problems);
      // A condition's watch says itself which positions are gone.
      const items = expression === undefined ? [...round.items, ...before] : round.items;
      before = round.items;
      const of = (kind: NewEvent["event"]) =>
        events.filter(({ event }) => event === kind).flatMap(alertedIn(items, found));
      return { fresh: of("alert"), cleared: of("resolved"), failures: found.failures };
    },
    /** Takes a failed round. @param isLast whether the watch ends with it */
    fail(at: number, why: string, isLast: boolean): void {
      keeper.fail(at, why, isLast ? undefined : blindAfter);
      acknowledge(keeper.state.waiting.filter(({ rule }) => rule === BLIND_RULE)); // as a failure
    },
    /** Marks what the last update returned as shown. */
    shown: () => acknowledge(keeper.state.waiting),
    /** Resolves when the command of `--on-alert` was run for what is due. */
    settled: keeper.settled,
  };
}

function openIds(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.filter((it) => it.is_open).map(({ position_id }) => position_id));
}

/** Returns a function that finds the position of an event; it leaves out one that is not listed. */
function alertedIn(items: Round["items"], { findings }: Findings) {
  return ({ rule, position_id, since }: NewEvent): Alerted[] => {
    const item = items.find(({ value }) => value.position_id === position_id);
    if (item === undefined && (position_id !== "" || rule === BLIND_RULE)) return [];
    const finding = findings.find((it) => it.rule === rule && it.positionId === position_id);
    return [{ item, rule, since, summary: finding?.summary ?? "" }];
  };
}

/** Returns what rules that are no reasons of `status` found for each position. */
function saidBy(findings: Findings["findings"]): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>();
  for (const { positionId, rule, verdict, summary } of findings) {
    if (verdict !== "failed" || ALL_CODES.some((code) => code === rule)) continue;
    const own = said.get(positionId) ?? [];
    own.push(summary === "" ? rule : `${rule}: ${summary}`);
    said.set(positionId, own);
  }
  return said;
}

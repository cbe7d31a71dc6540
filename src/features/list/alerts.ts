import type { Dampers, Finding } from "../../alerts/finding.js";
import { openKeeper } from "../../alerts/open-keeper.js";
import { dampersOf } from "../../alerts/options.js";
import type { FigureQuery } from "../../alerts/rules/figure-query.js";
import { EMPTY_STATE } from "../../alerts/state.js";
import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Alerts, Found } from "../../watch/alerts.js";
import type { WatchOptions } from "../../watch/options.js";
import type { Round } from "../../watch/round.js";
import type { Memory, Watched } from "../../watch/state-file.js";

/** The rule of `--alert`, compiled. */
export interface ListRule {
  /** The condition of `--alert`, as it was typed. */
  readonly expression: string;
  readonly alert: FigureQuery;
  readonly clear: FigureQuery | undefined;
  /** Sets what the figures of a round rest on. @param whole positions with the legs of the full ones */
  use(historyOf: HistoryOf, whole?: readonly Position[]): void;
  /** Returns a listed position with the legs of the full one, if that was fetched. */
  wholeOf(listed: Position): Position;
  /** Begins a round. @param now the time of the service, milliseconds since the epoch */
  begin(now: number): void;
}

/** @throws {QueryError} with the place of the error */
export async function readRule(
  context: Context,
  { alert, clear }: WatchOptions,
): Promise<ListRule | undefined> {
  if (alert === undefined) return undefined;
  const { readLimits } = await import("../../portfolio/positions/limits.js");
  const { compileFigureQuery } = await import("../../alerts/rules/figure-query.js");
  const limits = await readLimits(context);
  let now = 0;
  let historyOf: HistoryOf = () => undefined;
  let byId: ReadonlyMap<string, Position> = new Map();
  const compile = (expression: string, option: string) =>
    compileFigureQuery(expression, option, () => ({ now, limits, historyOf }));
  return {
    expression: alert,
    alert: compile(alert, "--alert"),
    clear: clear === undefined ? undefined : compile(clear, "--clear"),
    use(histories, whole = []) {
      historyOf = histories;
      byId = new Map(whole.map((it) => [it.position_id, it]));
    },
    wholeOf: (listed) => byId.get(listed.position_id) ?? listed,
    begin(at) {
      now = at;
    },
  };
}

export interface ListAlerts {
  readonly rule: ListRule | undefined;
  readonly watched: Watched;
  readonly memory: Memory | undefined;
  readonly intervalMs: number;
}

/**
 * Does work with the alerts of `--alert` and `--on-alert`, undefined if neither is given. With a command,
 * what was reported is remembered in the state directory, else at most in the file of `--state-file`.
 */
export async function withListAlerts<T>(
  context: Context,
  options: WatchOptions,
  { rule, watched, memory, intervalMs }: ListAlerts,
  work: (alerts: Alerts | undefined) => Promise<T>,
): Promise<T> {
  const { alert, clear, onAlert, heartbeat } = options;
  if (rule === undefined && onAlert === undefined) return work(undefined);
  const { filters, performance } = watched;
  const wish = {
    command: onAlert,
    remembers: onAlert !== undefined,
    receiver: { rules: "list", filters, performance, alert, clear },
    heartbeatMs: heartbeat,
    intervalMs,
    state: rule === undefined ? EMPTY_STATE : stateOf(rule.expression, memory),
  };
  const dampers = dampersOf(options);
  const { createAlerts } = await import("../../watch/alerts.js");
  return openKeeper(context, wish, async (keeper) => {
    const alerts = createAlerts({
      keeper,
      expression: rule?.expression,
      find: (round) => findingsOf(round, rule, dampers),
      intervalMs,
      hasCommand: onAlert !== undefined,
    });
    try {
      return await work(alerts);
    } finally {
      await alerts.settled();
    }
  });
}

/** Returns a state in which the alerts of `--state-file` are open. */
function stateOf(rule: string, memory: Memory | undefined) {
  const { alerting, round } = memory?.ended ?? {};
  const since = round?.at ?? 0;
  const told = { rule, since, alerted_at: since, is_open: true };
  const problems = [...(alerting ?? [])].map((position_id) => ({ ...told, position_id }));
  return { ...EMPTY_STATE, problems };
}

function findingsOf(round: Round, rule: ListRule | undefined, dampers: Dampers): Found {
  const failures = new Map<Position, unknown>();
  rule?.begin(round.serviceTime);
  const findings =
    rule === undefined
      ? []
      : round.items.map(({ value }) => findingOf(rule.wholeOf(value), rule, failures));
  return { at: round.at, findings, dampersOf: () => dampers, failures: [...failures.values()] };
}

function findingOf(
  position: Position,
  { expression, alert, clear }: ListRule,
  failures: Map<Position, unknown>,
): Finding {
  const attempt = (query: FigureQuery): boolean | null => {
    try {
      return query.holds(position);
    } catch (error) {
      failures.set(position, error);
      return null;
    }
  };
  const clears = clear === undefined ? undefined : attempt(clear);
  const holds = attempt(alert); // after the other, since its failure is the one to report
  return {
    rule: expression,
    positionId: position.position_id,
    asset: position.asset,
    verdict: holds === null ? "unknown" : holds ? "failed" : "passed",
    clears,
    summary: holds === true ? alert.because(position) : "",
  };
}

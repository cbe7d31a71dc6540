import { lastingHandle } from "../../base/names/handle.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Query } from "../../output/query/query.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import type { View } from "../../output/table/column.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { type PositionRuns, runsOfPositions } from "../../portfolio/positions/runs.js";
import type { PositionRow } from "../../views/position/position-row.js";
import type { Alerted, Alerts } from "../../watch/alerts.js";
import { DEFAULT_INTERVAL_MS, type WatchOptions } from "../../watch/options.js";
import { createRounds, limitsOfRound, wantsScreen } from "../../watch/round-source.js";
import type { Memory, Watched } from "../../watch/state-file.js";
import type { Watch } from "../../watch/watch.js";
import { type ListAlerts, readRule, withListAlerts } from "./alerts.js";

type RoundView = (now: number) => View<Position, PositionRow>;
type ViewAt = (now: number, runs?: PositionRuns) => View<Position, PositionRow>;

/** What is watched, and how it is shown. */
export interface WatchedList {
  readonly request: ListPositionsOptions;
  /** Filters as they were typed. */
  readonly filters: Filters;
  /** Returns the view at a time of the service, in milliseconds since the epoch. */
  readonly viewAt: ViewAt;
  /** Whether the current funding is shown. */
  readonly runs: boolean;
}

/**
 * Fetches the positions repeatedly; shows them on a terminal, and writes events elsewhere.
 * @returns {@link ExitCode.attention} when an alert ended it
 */
export async function watchPositions(
  context: Context,
  options: WatchOptions,
  list: WatchedList,
): Promise<ExitCode | undefined> {
  const output = withFullKeys(list.viewAt(0), await context.outputOptions());
  const asScreen = wantsScreen(context, output, ofEvents(options));
  const watched = whatOf(list);
  const memory = await openMemory(context, options, watched);
  const rule = await readRule(context, options);
  const query =
    output.query === undefined
      ? undefined
      : (await import("../../output/query/query.js")).compileQuery(output.query);
  const intervalMs = typeof options.watch === "number" ? options.watch : DEFAULT_INTERVAL_MS;
  const ready = { output, asScreen, watched, memory, rule, query, intervalMs };
  return withListAlerts(context, options, ready, (alerts) =>
    follow(context, options, list, { ...ready, alerts }),
  );
}

/** A watch that was checked. */
interface Ready extends ListAlerts {
  readonly output: OutputOptions;
  readonly asScreen: boolean;
  readonly alerts: Alerts | undefined;
  readonly query: Query | undefined;
}

async function follow(
  context: Context,
  options: WatchOptions,
  list: WatchedList,
  { output, asScreen, watched, memory, alerts, rule, query, intervalMs }: Ready,
): Promise<ExitCode | undefined> {
  let runs: PositionRuns | undefined;
  const viewAt = await checkedView((now) => list.viewAt(now, runs), alerts, output);
  const needsRuns = (asScreen && list.runs) || options.alertsOnFunding === true;
  const client = await context.client(needsRuns ? CONCURRENCY : 1);
  runs = needsRuns ? await runsOfPositions(context, client) : undefined;
  if (runs !== undefined) rule?.useHistories(runs.historyOf);
  const sources = await context.sources();
  const limits = limitsOfRound(intervalMs, sources);
  const watch: Watch = {
    io: context.io,
    messages: context.messages,
    name: sources.profileName ?? "",
    watched,
    intervalMs,
    initial: options.initial === true,
    heartbeatMs: options.heartbeat,
    memory,
    rounds: createRounds(context, { client, request: list.request, runs, limits }),
    alerts,
    exitOnAlert: options.exitOnAlert === true,
    columns: [...list.viewAt(0).columns.map(({ key }) => key), ...(rule?.names ?? [])],
    tellsChanges: true,
  };
  if (!asScreen) {
    const { streamEvents } = await import("../../watch/stream.js");
    const ending = await streamEvents(watch, query, output.look.time);
    return ending.by === "alert" ? ExitCode.attention : undefined;
  }
  const { showWatch } = await import("../../watch/screen/show.js");
  const { movementOf } = await import("./movement.js");
  const { renderBoard } = await import("../../watch/screen/board.js");
  const board = { ...output, viewAt, movementOf, alerts };
  const ending = await showWatch(watch, {
    ...output,
    drawBoard: (content, look) => renderBoard(board, content, look),
  });
  if (ending.by === "key") return undefined;
  context.messages.warning("ALERT", `--alert holds for ${ending.alerts.map(nameOf).join(", ")}`);
  return ExitCode.attention;
}

/** Returns an option that was typed and that only events have. */
function ofEvents({ initial, heartbeat, onAlert }: WatchOptions): string | undefined {
  if (initial === true) return "--initial";
  return onAlert === undefined && heartbeat !== undefined ? "--heartbeat" : undefined;
}

function whatOf({ request, filters: { status, asset, exchange } }: WatchedList): Watched {
  const given = Object.entries({ status, asset, exchange }).flatMap(([name, values]) =>
    values === undefined ? [] : [[name, [...values].sort()]],
  );
  return {
    portfolio: request.portfolioId,
    filters: Object.fromEntries(given),
    performance: request.performance !== false,
  };
}

/** @throws {StorageError} */
async function openMemory(
  context: Context,
  { stateFile, alert }: WatchOptions,
  watched: Watched,
): Promise<Memory | undefined> {
  if (stateFile === undefined) return undefined;
  const { openStateFile } = await import("../../watch/state-file.js");
  const memory = openStateFile(stateFile, watched, alert, context.io.secrets.redact);
  const { believedTime } = await import("../../alerts/open-keeper.js");
  const check = await believedTime(context);
  const stage: Memory["stage"] = (round, alerting) => {
    check();
    return memory.stage(round, alerting);
  };
  return { ...memory, stage };
}

/** @throws {UnknownColumnError} before anything is fetched */
async function checkedView(
  viewAt: RoundView,
  alerts: Alerts | undefined,
  { columns, sort }: OutputOptions,
): Promise<RoundView> {
  const [{ withAlertColumn }, { chooseColumns, findColumn }] = await Promise.all([
    import("../../watch/screen/alert-column.js"),
    import("../../output/table/choose-columns.js"),
  ]);
  const marked: RoundView = (now) => {
    const view = viewAt(now);
    return alerts === undefined
      ? view
      : withAlertColumn(view, alerts, ({ position }) => position.position_id);
  };
  const view = marked(0);
  chooseColumns(view, columns, "table");
  if (sort !== undefined) findColumn(view, sort.key, "--sort");
  return marked;
}

function nameOf({ item, rule }: Alerted): string {
  return item === undefined ? rule : lastingHandle(item.value);
}

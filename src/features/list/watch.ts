import { lastingHandle } from "../../base/names/handle.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Query } from "../../output/query/query.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import type { View } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { runsOfPositions } from "../../portfolio/positions/runs.js";
import { recorded } from "../../portfolio/recorded/record.js";
import type { PositionRow } from "../../views/position/position-row.js";
import type { Alerted, Alerts } from "../../watch/alerts.js";
import { type BookRounds, createBookRounds } from "../../watch/book-rounds.js";
import { BOOK_KEYS } from "../../watch/cockpit/book-keys.js";
import type { Piece } from "../../watch/cockpit/brush.js";
import { DEFAULT_INTERVAL_MS, type WatchOptions } from "../../watch/options.js";
import type { Rounds } from "../../watch/round.js";
import {
  createRounds,
  type ListPages,
  limitsOfRound,
  wantsScreen,
} from "../../watch/round-source.js";
import type { Memory, Watched } from "../../watch/state-file.js";
import type { Ending, Watch } from "../../watch/watch.js";
import { type ListAlerts, readRule, withListAlerts } from "./alerts.js";

type ViewAt = (now: number) => View<Position, PositionRow>;

/** What is watched, and how it is shown. */
export interface WatchedList {
  readonly request: ListPositionsOptions;
  /** Filters as they were typed. */
  readonly filters: Filters;
  /** Returns the view at a time of the service, in milliseconds since the epoch. */
  readonly viewAt: ViewAt;
  /** Whether a screen has a row for each leg. */
  readonly byLeg: boolean;
}

/** Watches positions on a screen or as events. @returns {@link ExitCode.attention} if an alert ended it */
export async function watchPositions(
  context: Context,
  options: WatchOptions,
  list: WatchedList,
): Promise<ExitCode | undefined> {
  const output = withFullKeys(list.viewAt(0), await context.outputOptions());
  const asScreen = wantsScreen(context, output, ofEvents(options));
  const { list: portfolios } = await context.portfolios();
  const watched = whatOf(list, portfolios.map(({ portfolio_id: id }) => id).join(","));
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
  await checkColumns(list.viewAt, output, asScreen);
  const needsRuns = !asScreen && options.alertsOnFunding === true;
  const client = await context.client(asScreen || needsRuns ? CONCURRENCY : 1);
  const roundLimits = limitsOfRound(intervalMs, await context.sources());
  const runs = needsRuns ? await runsOfPositions(context, client) : undefined;
  const pages = pagesOf(list.request);
  const rounds = asScreen
    ? await createBookRounds(context, {
        ...{ client, roundLimits, list: pages, limits: await readLimits(context) },
        isWhole: list.filters.exchange === undefined,
        onCollected: ({ historyOf, positions }) => rule?.use(historyOf, positions),
      })
    : createRounds(context, { client, list: pages, runs, limits: roundLimits });
  if (runs !== undefined) rule?.use(runs.historyOf);
  const watch: Watch = {
    io: context.io,
    messages: context.messages,
    name: (await context.sources()).profileName ?? "",
    watched,
    intervalMs,
    initial: options.initial === true,
    heartbeatMs: options.heartbeat,
    memory,
    rounds,
    alerts,
    exitOnAlert: options.exitOnAlert === true,
    tellsChanges: true,
  };
  if (!isOfBook(rounds)) {
    const { streamEvents } = await import("../../watch/stream.js");
    const ending = await streamEvents(watch, query);
    return ending.by === "alert" ? ExitCode.attention : undefined;
  }
  const ending = await show(context, watch, rounds, { output, list, alerts });
  if (ending.by === "key") return undefined;
  context.messages.warning("ALERT", `--alert holds for ${ending.alerts.map(nameOf).join(", ")}`);
  return ExitCode.attention;
}

function isOfBook(rounds: BookRounds | Rounds): rounds is BookRounds {
  return "of" in rounds;
}

/** Returns what lists the positions of a request, of several portfolios one after the other. */
function pagesOf({ signal: _, ...request }: ListPositionsOptions): ListPages {
  return async function* (context, client) {
    const { signal } = context.io;
    const { isSeveral } = await context.portfolios();
    if (!isSeveral) {
      const asked = { ...request, signal };
      yield* recorded(context, client, asked, client.positions.list(asked).withSource().pages());
      return;
    }
    const { listEach } = await import("./each-portfolio.js");
    // Every portfolio has to answer: the positions of a missing one would look as if they were gone.
    yield* (await listEach(context, client, { ...request, signal }, true)).pages;
  };
}

type Shown = Pick<Ready, "output" | "alerts"> & { readonly list: WatchedList };

async function show(
  context: Context,
  watch: Watch,
  rounds: BookRounds,
  { output, list, alerts }: Shown,
): Promise<Ending> {
  const { runCockpit } = await import("../../watch/cockpit/run-cockpit.js");
  const { acknowledgedStore } = await import("../../watch/cockpit/acknowledged.js");
  const { rotateWish } = await import("../../watch/watch-book.js");
  const { look, sort, columns: keys } = output;
  return runCockpit(watch, {
    ...{ rounds, look, sort, page: "book", rotate: await rotateWish(context) },
    book: { byLeg: list.byLeg, keys, alerts },
    portfolios: await context.portfolios(),
    acknowledged: acknowledgedStore(context.io, watch.memory),
    alarms: () =>
      alerts?.expression === undefined ? [] : [alertPiece(alerts.count, alerts.expression)],
  });
}

function alertPiece(count: number, expression: string): Piece {
  if (count === 0) return { text: `no alert: ${expression}`, tone: "label" };
  return { text: `${counted(count, "alert")}: ${expression}`, emphasis: "alert" };
}

/** Returns a typed option that only a stream of events has. */
function ofEvents({ initial, heartbeat, onAlert }: WatchOptions): string | undefined {
  if (initial === true) return "--initial";
  return onAlert === undefined && heartbeat !== undefined ? "--heartbeat" : undefined;
}

function whatOf(
  { request, filters: { status, asset, exchange } }: WatchedList,
  portfolio: string,
): Watched {
  const given = Object.entries({ status, asset, exchange }).flatMap(([name, values]) =>
    values === undefined ? [] : [[name, [...values].sort()]],
  );
  return {
    portfolio,
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
async function checkColumns(viewAt: ViewAt, { columns, sort }: OutputOptions, asScreen: boolean) {
  const { chooseColumns, findColumn } = await import("../../output/table/choose-columns.js");
  const view = viewAt(0);
  const own: readonly string[] = asScreen ? BOOK_KEYS : [];
  chooseColumns(
    view,
    columns?.filter((key) => !own.includes(key)),
    "table",
  );
  if (sort !== undefined && !own.includes(sort.key)) findColumn(view, sort.key, "--sort");
}

function nameOf({ item, rule }: Alerted): string {
  return item === undefined ? rule : lastingHandle(item.value);
}

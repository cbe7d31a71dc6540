import { UsageError } from "../../base/usage-error.js";
import type { Item } from "../../client/listing/pages.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { View } from "../../output/table/column.js";
import { withFullKeys } from "../../output/table/columns.js";
import type { PositionRow } from "../../views/position-row.js";
import type { RunsOf } from "../../views/run.js";
import type { Alerts } from "../../watch/alerts.js";
import type { Watch } from "../../watch/watch.js";
import { limitsOfRound } from "./round-limits.js";
import { type PositionRuns, runsOfPositions } from "./runs.js";
import { DEFAULT_INTERVAL_MS, type WatchOptions } from "./watch-options.js";
import { createRounds } from "./watch-rounds.js";

type RoundView = (now: number) => View<Position, PositionRow>;
type ViewAt = (now: number, runsOf?: RunsOf) => View<Position, PositionRow>;

/** What is watched. */
export interface Watched {
  readonly request: ListPositionsOptions;
  /** How it looks at a time of the service, milliseconds since the epoch. */
  readonly viewAt: ViewAt;
  /** Shows what each is paid now. */
  readonly runs: boolean;
}

/**
 * Fetches the positions over and over; shows them on a terminal, and tells what happens to them
 * everywhere else.
 * @returns {@link ExitCode.attention} when an alert ended it
 */
export async function watchPositions(
  context: Context,
  options: WatchOptions,
  watched: Watched,
): Promise<ExitCode | undefined> {
  const output = withFullKeys(watched.viewAt(0), await context.outputOptions());
  const asScreen = wantsScreen(context, output);
  const alerts = await readAlert(options.alert);
  let runs: PositionRuns | undefined;
  const viewAt = await checkedView((now) => watched.viewAt(now, runs?.of), alerts, output);
  const query = output.query === undefined ? undefined : await readQuery(output.query);
  const showsRuns = asScreen && watched.runs;
  const client = await context.client(showsRuns ? CONCURRENCY : 1);
  runs = showsRuns ? await runsOfPositions(context, client) : undefined;
  const intervalMs = typeof options.watch === "number" ? options.watch : DEFAULT_INTERVAL_MS;
  const sources = await context.sources();
  const limits = limitsOfRound(intervalMs, sources);
  const watch: Watch = {
    io: context.io,
    messages: context.messages,
    name: sources.profileName ?? "",
    intervalMs,
    rounds: createRounds(context, { client, request: watched.request, runs, limits }),
    alerts,
    exitOnAlert: options.exitOnAlert === true,
    columns: watched.viewAt(0).columns.map(({ key }) => key),
  };
  if (!asScreen) {
    const { streamEvents } = await import("../../watch/stream.js");
    const ending = await streamEvents(watch, query);
    return ending.by === "alert" ? ExitCode.attention : undefined;
  }
  const { showWatch } = await import("../../watch/show.js");
  const { movementOf } = await import("../../views/movement.js");
  const ending = await showWatch(watch, { ...output, viewAt, movementOf });
  if (ending.by === "key") return undefined;
  context.messages.warning(`--alert holds for ${ending.items.map(nameOf).join(", ")}`);
  return ExitCode.attention;
}

/** Lines of JSON tell what happens; csv has no place for that. */
function wantsScreen({ io }: Context, { format }: OutputOptions): boolean {
  if (format.columns === "csv") {
    throw new UsageError(
      `--watch tells what happens as JSON, not as ${format.name}`,
      "add -o ndjson, or -o table for the screen",
    );
  }
  return format.isLaidOut && io.stdout.isTTY && io.env.TERM !== "dumb";
}

/** @throws {QueryError} with the place of what is wrong */
async function readAlert(expression: string | undefined): Promise<Alerts | undefined> {
  if (expression === undefined) return undefined;
  const [{ compileQuery }, { createAlerts }] = await Promise.all([
    import("../../output/query/query.js"),
    import("../../watch/alerts.js"),
  ]);
  return createAlerts(expression, compileQuery(expression, "--alert"));
}

async function readQuery(expression: string) {
  return (await import("../../output/query/query.js")).compileQuery(expression);
}

/** @throws {UnknownColumnError} before anything is fetched */
async function checkedView(
  viewAt: RoundView,
  alerts: Alerts | undefined,
  { columns, sort }: OutputOptions,
): Promise<RoundView> {
  const [{ withAlertColumn }, { chooseColumns, findColumn }] = await Promise.all([
    import("../../watch/alert-column.js"),
    import("../../output/table/columns.js"),
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

function nameOf({ value }: Item<Position>): string {
  return `${value.asset} ${value.position_id}`;
}

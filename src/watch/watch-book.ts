import type { Keeper } from "../alerts/keeper.js";
import { openKeeper } from "../alerts/open-keeper.js";
import { type AlertOptions, dampersOf } from "../alerts/options.js";
import type { Applied } from "../alerts/rules/apply.js";
import { statusFindings } from "../alerts/status-findings.js";
import { UsageError } from "../base/usage-error.js";
import type { Context } from "../command/context.js";
import type { ExitCode } from "../command/errors/exit-codes.js";
import { exitCodeOf, type Failure } from "../command/errors/failure.js";
import { CONCURRENCY } from "../command/fetch-each.js";
import type { OutputOptions } from "../output/formats/format.js";
import type { Sort } from "../output/table/sort.js";
import { counted } from "../output/text/counted.js";
import type { Filters } from "../portfolio/positions/filters.js";
import { readLimits } from "../portfolio/positions/limits.js";
import { createAlerts } from "./alerts.js";
import { type BookRounds, createBookRounds } from "./book-rounds.js";
import type { Piece } from "./cockpit/brush.js";
import type { PageName } from "./cockpit/cockpit-state.js";
import type { RotateWish } from "./cockpit/pages/rotate.js";
import { DEFAULT_INTERVAL_MS } from "./options.js";
import { limitsOfRound, wantsScreen } from "./round-source.js";
import type { Memory, Watched } from "./state-file.js";
import type { Watch } from "./watch.js";
import { readWatchedRules, type WatchedRules } from "./watched-rules.js";

/** Options of a watch of the open positions. */
export interface BookWatchOptions extends AlertOptions, Pick<Filters, "asset" | "exchange"> {
  readonly watch?: number | true;
  readonly new?: boolean;
  readonly heartbeat?: number;
  readonly rules?: string | true;
  readonly stateFile?: string;
  /** Whether only the first frame is printed. */
  readonly once?: boolean;
}

/** How a watch begins on a terminal. */
export interface FirstPage {
  readonly page: PageName;
  /** Interval unless `--watch` has one, milliseconds. */
  readonly intervalMs?: number | undefined;
  readonly sort?: Sort;
  readonly rotate?: RotateWish;
}

/** Shows the open positions on a terminal, and writes their alerts as events elsewhere. */
export async function watchBook(
  context: Context,
  options: BookWatchOptions,
  first: FirstPage,
): Promise<ExitCode | undefined> {
  const limits = await readLimits(context); // reports invalid limits first
  const output = await context.outputOptions();
  refuseColumns(output);
  const isOnce = options.once === true;
  if (isOnce && !output.format.isLaidOut) {
    throw new UsageError(
      `--once prints a screen, not ${output.format.name}`,
      `\`carry status -o ${output.format.name}\` has the same figures`,
    );
  }
  const beats = options.heartbeat !== undefined && options.onAlert === undefined;
  const asScreen = wantsScreen(context, output, beats ? "--heartbeat" : undefined);
  const rules = await readWatchedRules(context, options.rules);
  const typed = typeof options.watch === "number" ? options.watch : first.intervalMs;
  const intervalMs = typed ?? DEFAULT_INTERVAL_MS;
  const client = await context.client(CONCURRENCY);
  const roundLimits = limitsOfRound(intervalMs, await context.sources());
  const filters = { asset: options.asset, exchange: options.exchange };
  let failure: Failure | undefined;
  const rounds = await createBookRounds(context, {
    ...{ client, limits: rules.within(limits), filters, roundLimits },
    isOnce,
    onCollected: (found) => {
      failure = found.failure;
    },
  });
  const isNew = options.new === true;
  const wish = {
    command: options.onAlert,
    remembers: isNew || options.onAlert !== undefined,
    receiver: {
      rules: "status",
      new: isNew,
      ...(rules.path && { file: rules.path }),
      ...filtersOf(options),
    },
    heartbeatMs: options.heartbeat,
    intervalMs,
  };
  return openKeeper(context, wish, async (keeper) => {
    const watch = await watchOf(context, options, { keeper, rounds, rules, intervalMs });
    try {
      await follow(context, watch, { rounds, rules }, first, { output, asScreen, isOnce });
      return isOnce ? exitCodeOf(failure) : undefined;
    } finally {
      await watch.alerts?.settled();
    }
  });
}

/** Returns the filters that were typed, in a fixed order. */
function filtersOf({ asset, exchange }: BookWatchOptions) {
  return {
    ...(asset && { asset: asset.toSorted() }),
    ...(exchange && { exchange: exchange.toSorted() }),
  };
}

interface Judges {
  readonly rounds: BookRounds;
  readonly rules: WatchedRules;
}

interface Parts extends Judges {
  readonly keeper: Keeper;
  readonly intervalMs: number;
}

async function watchOf(
  context: Context,
  options: BookWatchOptions,
  { keeper, rounds, rules, intervalMs }: Parts,
): Promise<Watch> {
  const { list } = await context.portfolios();
  const dampers = dampersOf(options);
  const alerts = createAlerts({
    keeper,
    find(round) {
      const collected = rounds.of(round);
      const own = statusFindings(collected.status, round.at, dampers, options.new === true);
      return { ...rules.added(own, collected), failures: [], lost: collected.lost };
    },
    intervalMs,
    hasCommand: options.onAlert !== undefined,
  });
  const watched: Watched = {
    portfolio: list.map(({ portfolio_id: id }) => id).join(","),
    filters: { status: ["open"], ...filtersOf(options) },
    ...{ performance: true, isBook: true },
  };
  return {
    io: context.io,
    messages: context.messages,
    name: (await context.sources()).profileName ?? "",
    watched,
    intervalMs,
    initial: false,
    heartbeatMs: options.heartbeat,
    memory: await memoryOf(context, options, watched),
    rounds,
    alerts,
    exitOnAlert: false,
    tellsChanges: false,
  };
}

/** Opens the file of `--state-file`, which keeps what was acknowledged. @throws {StorageError} */
async function memoryOf(
  { io }: Context,
  { stateFile }: BookWatchOptions,
  watched: Watched,
): Promise<Memory | undefined> {
  if (stateFile === undefined) return undefined;
  const { openStateFile } = await import("./state-file.js");
  return { ...openStateFile(stateFile, watched, undefined, io.secrets.redact), ended: undefined };
}

interface Output {
  readonly output: OutputOptions;
  readonly asScreen: boolean;
  readonly isOnce: boolean;
}

async function follow(
  context: Context,
  watch: Watch,
  { rounds, rules }: Judges,
  { page, sort, rotate }: FirstPage,
  { output, asScreen, isOnce }: Output,
): Promise<void> {
  if (!asScreen && !isOnce) {
    const { streamEvents } = await import("./stream.js");
    const { compileQuery } = await import("../output/query/query.js");
    await streamEvents(watch, output.query === undefined ? undefined : compileQuery(output.query));
    return;
  }
  const { runCockpit } = await import("./cockpit/run-cockpit.js");
  const { acknowledgedStore } = await import("./cockpit/acknowledged.js");
  const { look } = output;
  await runCockpit(watch, {
    ...{ rounds, look, page, isOnce, sort, book: { alerts: watch.alerts } },
    rotate: rotate ?? (await rotateWish(context)),
    portfolios: await context.portfolios(),
    acknowledged: acknowledgedStore(context.io, watch.memory),
    alarms: (round) => rulePieces(rules.of(rounds.of(round))),
  });
}

/** Returns the options of the page of rotations for commands without their own. */
export async function rotateWish({ setting }: Context): Promise<RotateWish> {
  return { fees: await setting("fees"), top: undefined };
}

/** @throws {UsageError} for options of a table */
function refuseColumns({ columns, sort }: OutputOptions): void {
  const ofTable = columns === undefined ? sort && "--sort" : "--columns";
  if (ofTable === undefined) return;
  throw new UsageError(
    `${ofTable}: a watch of the open positions has its own columns`,
    `leave out ${ofTable}`,
  );
}

/** Returns how many rules failed for some position, and how many are unknown. */
function rulePieces(ofRules: readonly Applied[]): readonly Piece[] {
  const failed = countOf(ofRules, "failed");
  const unknown = countOf(ofRules, "unknown");
  return [
    ...(failed > 0
      ? [{ text: `${counted(failed, "rule")} failed`, emphasis: "alert" } as const]
      : []),
    ...(unknown > 0
      ? [{ text: `${counted(unknown, "rule")} unknown`, tone: "heading" } as const]
      : []),
  ];
}

/** Counts the rules with a result for some position. */
function countOf(all: readonly Applied[], verdict: Applied["verdict"]): number {
  return new Set(all.filter((it) => it.verdict === verdict).map(({ rule }) => rule.name)).size;
}

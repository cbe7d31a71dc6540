import { resolve } from "node:path";
import { findingsOf, judge, type Result } from "../alerts/judge.js";
import type { Keeper } from "../alerts/keeper.js";
import { openKeeper } from "../alerts/open-keeper.js";
import { isOwnCause } from "../alerts/rule.js";
import { rulesOf } from "../alerts/rules-file.js";
import { UsageError } from "../base/usage-error.js";
import type { Context } from "../command/context.js";
import type { ExitCode } from "../command/errors/exit-codes.js";
import { exitCodeOf, type Failure } from "../command/errors/kinds.js";
import { CONCURRENCY } from "../command/fetch-each.js";
import type { Need } from "../figures/figure.js";
import type { OutputOptions } from "../output/formats/format.js";
import { counted } from "../output/text/counted.js";
import { readLimits } from "../portfolio/positions/limits.js";
import { type Alerts, createAlerts } from "./alerts.js";
import { type BookRounds, createBookRounds } from "./book-rounds.js";
import type { Piece } from "./cockpit/brush.js";
import { DEFAULT_INTERVAL_MS, type WatchOptions } from "./options.js";
import type { Round } from "./round.js";
import { limitsOfRound, wantsScreen } from "./round-source.js";
import type { Watch } from "./watch.js";

/** Shows the open positions on a terminal, and writes their alerts as events elsewhere. */
export async function watchBook(
  context: Context,
  options: WatchOptions,
  intervalMs = DEFAULT_INTERVAL_MS,
): Promise<ExitCode | undefined> {
  await readLimits(context); // reports invalid limits first
  const output = await context.outputOptions();
  refuseColumns(output);
  const isOnce = options.once === true;
  if (isOnce && !output.format.isLaidOut) {
    throw new UsageError(
      `--once prints a screen, not ${output.format.name}`,
      `\`carry status -o ${output.format.name}\` has the same figures`,
    );
  }
  const asScreen = wantsScreen(context, output);
  const rules = await rulesOf(options.rules);
  const client = await context.client(CONCURRENCY);
  const roundLimits = limitsOfRound(intervalMs, await context.sources());
  let failure: Failure | undefined;
  const rounds = await createBookRounds(context, {
    ...{
      client,
      needs: new Set<Need>(["funding", "pool", ...rules.flatMap((it) => it.needs)]),
      filters: { asset: options.asset, exchange: options.exchange },
      roundLimits,
    },
    isOnce,
    onLoaded: (found) => {
      failure = found.failure;
    },
  });
  const filters = filtersOf(options);
  const { onAlert: command } = options;
  const receiver = { rules: options.rules ? resolve(options.rules) : "status", ...filters };
  const judged = new WeakMap<Round, readonly Result[]>();
  const judgedIn = (round: Round) => {
    const found = judged.get(round) ?? judge(rules, rounds.of(round).all);
    judged.set(round, found);
    return found;
  };
  return openKeeper(
    context,
    { command, remembers: command !== undefined, receiver },
    async (keeper) => {
      const alerts = alertsOf(options, { keeper, rounds, judgedIn });
      const { list } = await context.portfolios();
      const watch: Watch = {
        ...{ io: context.io, messages: context.messages, rounds, alerts, filters, intervalMs },
        name: (await context.sources()).profileName ?? "",
        portfolio: list.map(({ portfolio_id: id }) => id).join(","),
      };
      try {
        await follow(context, watch, { rounds, judgedIn }, { output, asScreen, isOnce });
        return isOnce ? exitCodeOf(failure) : undefined;
      } finally {
        await alerts.settled();
      }
    },
  );
}

/** Returns the filters that were typed, in a fixed order. */
function filtersOf({ asset, exchange }: WatchOptions): Watch["filters"] {
  return {
    ...(asset && { asset: asset.toSorted() }),
    ...(exchange && { exchange: exchange.toSorted() }),
  };
}

interface Judges {
  readonly rounds: BookRounds;
  /** Returns what the rules say of a round. */
  readonly judgedIn: (round: Round) => readonly Result[];
}

function alertsOf(
  { for: forMs = 0, onAlert }: WatchOptions,
  { keeper, rounds, judgedIn }: Judges & { readonly keeper: Keeper },
): Alerts {
  return createAlerts({
    keeper,
    find(round) {
      const { lost } = rounds.of(round);
      return { ...findingsOf(judgedIn(round), round.at, forMs), lost };
    },
    hasCommand: onAlert !== undefined,
  });
}

interface Output {
  readonly output: OutputOptions;
  readonly asScreen: boolean;
  readonly isOnce: boolean;
}

async function follow(
  context: Context,
  watch: Watch,
  { rounds, judgedIn }: Judges,
  { output, asScreen, isOnce }: Output,
): Promise<void> {
  const { look, query } = output;
  if (!asScreen && !isOnce) {
    const { streamEvents } = await import("./stream.js");
    const { compileQuery } = await import("../output/query/query.js");
    return streamEvents(watch, query === undefined ? undefined : compileQuery(query));
  }
  const { runCockpit } = await import("./cockpit/run-cockpit.js");
  const { acknowledgedStore } = await import("./cockpit/acknowledged.js");
  await runCockpit(watch, {
    ...{ rounds, look, isOnce },
    portfolios: await context.portfolios(),
    acknowledged: acknowledgedStore(context.io),
    alarms: (round) => rulePieces(judgedIn(round)),
  });
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
function rulePieces(results: readonly Result[]): readonly Piece[] {
  const own = results.filter(({ rule }) => !isOwnCause(rule)); // causes are counted as such
  const failed = countOf(own, "failed");
  const unknown = countOf(own, "unknown");
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
function countOf(all: readonly Result[], verdict: Result["verdict"]): number {
  return new Set(all.filter((it) => it.verdict === verdict).map(({ rule }) => rule.name)).size;
}

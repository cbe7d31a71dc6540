import type { Keeper } from "../../alerts/keeper.js";
import { openKeeper } from "../../alerts/open-keeper.js";
import { type AlertOptions, dampersOf } from "../../alerts/options.js";
import type { Applied } from "../../alerts/rules/apply.js";
import { notPassedSections } from "../../alerts/rules/result-fields.js";
import {
  allNotJudged,
  bookAttention,
  nettedStatus,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import type { Limits } from "../../analytics/position/limits.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { textSection } from "../../output/table/page.js";
import { counted } from "../../output/text/counted.js";
import type { Look } from "../../output/text/look.js";
import type { Emphasis, Tone } from "../../output/text/paint.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import type { Filters } from "../../portfolio/positions/filters.js";
import { createAlerts } from "../../watch/alerts.js";
import { DEFAULT_INTERVAL_MS } from "../../watch/options.js";
import { limitsOfRound, wantsScreen } from "../../watch/round-source.js";
import type { Board } from "../../watch/screen/board.js";
import type { Watch } from "../../watch/watch.js";
import { statusFindings } from "./findings.js";
import { createStatusRounds, type StatusRounds } from "./rounds.js";
import { statusScreen } from "./view.js";
import { readWatchedRules, type WatchedRules } from "./watch-rules.js";

export type StatusWatchOptions = AlertOptions &
  Pick<Filters, "asset" | "exchange"> & {
    readonly watch?: number | true;
    readonly new?: boolean;
    readonly heartbeat?: number;
    readonly rules?: string | true;
    readonly net?: boolean;
  };

/** Shows the status repeatedly on a terminal, and writes its alerts as events elsewhere. */
export async function watchStatus(
  context: Context,
  options: StatusWatchOptions,
  limits: Limits,
): Promise<undefined> {
  const output = await context.outputOptions();
  refuseColumns(output);
  const beats = options.heartbeat !== undefined && options.onAlert === undefined;
  const asScreen = wantsScreen(context, output, beats ? "--heartbeat" : undefined);
  const rules = await readWatchedRules(context, options.rules);
  const intervalMs = typeof options.watch === "number" ? options.watch : DEFAULT_INTERVAL_MS;
  const client = await context.client(CONCURRENCY);
  const roundLimits = limitsOfRound(intervalMs, await context.sources());
  const filters = { asset: options.asset, exchange: options.exchange };
  const rounds = await createStatusRounds(context, {
    ...{ client, limits: rules.within(limits), filters, roundLimits },
  });
  const isNew = options.new === true;
  const wish = {
    command: options.onAlert,
    remembers: isNew || options.onAlert !== undefined,
    receiver: { rules: "status", new: isNew, ...(rules.path && { file: rules.path }) },
    heartbeatMs: options.heartbeat,
    intervalMs,
  };
  await openKeeper(context, wish, async (keeper) => {
    const watch = await watchOf(context, options, { keeper, rounds, rules, intervalMs });
    try {
      await follow(watch, { rounds, rules, net: options.net === true }, output, asScreen);
    } finally {
      await watch.alerts?.settled();
    }
  });
}

/** What a round finds. */
interface Judges {
  readonly rounds: StatusRounds;
  readonly rules: WatchedRules;
}

/** The same, with whether the positions of an asset are netted where they are shown. */
interface ShownRounds extends Judges {
  readonly net: boolean;
}

interface Parts extends Judges {
  readonly keeper: Keeper;
  readonly intervalMs: number;
}

async function watchOf(
  context: Context,
  options: StatusWatchOptions,
  { keeper, rounds, rules, intervalMs }: Parts,
): Promise<Watch> {
  const { list } = await context.portfolios();
  const dampers = dampersOf(options);
  const alerts = createAlerts({
    keeper,
    find(round) {
      const collected = rounds.of(round);
      const own = statusFindings(collected.status, round.at, dampers, options.new === true);
      return { ...rules.added(own, collected), failures: [] };
    },
    intervalMs,
    hasCommand: options.onAlert !== undefined,
  });
  return {
    io: context.io,
    messages: context.messages,
    name: (await context.sources()).profileName ?? "",
    watched: {
      portfolio: list.map(({ portfolio_id: id }) => id).join(","),
      filters: { status: ["open"] },
      performance: true,
    },
    intervalMs,
    initial: false,
    heartbeatMs: options.heartbeat,
    memory: undefined,
    rounds,
    alerts,
    exitOnAlert: false,
    columns: [],
    tellsChanges: false,
  };
}

async function follow(
  watch: Watch,
  { rounds, rules, net }: ShownRounds,
  output: OutputOptions,
  asScreen: boolean,
): Promise<void> {
  if (!asScreen) {
    const { streamEvents } = await import("../../watch/stream.js");
    const { compileQuery } = await import("../../output/query/query.js");
    await streamEvents(
      watch,
      output.query === undefined ? undefined : compileQuery(output.query),
      output.look.time,
    );
    return;
  }
  const { showWatch } = await import("../../watch/screen/show.js");
  await showWatch(watch, {
    look: output.look,
    sort: undefined,
    drawBoard: ({ round }, look) => boardOf(rounds.of(round), rules, net, look),
    titleOf: ({ round }) => statusTitle(rounds.of(round).status, rules.of(rounds.of(round))),
  });
}

/** @throws {UsageError} for options of a table */
function refuseColumns({ columns, sort }: OutputOptions): void {
  const ofTable = columns === undefined ? sort && "--sort" : "--columns";
  if (ofTable === undefined) return;
  throw new UsageError(`${ofTable}: a watched status has no columns`, `leave out ${ofTable}`);
}

async function boardOf(
  collected: Collected,
  rules: WatchedRules,
  net: boolean,
  look: Look,
): Promise<Board> {
  const ofRules = rules.of(collected).filter(({ verdict }) => verdict !== "passed");
  const sections = ofRules.length === 0 ? [] : notPassedSections(ofRules, collected.positions);
  const { heading, empty, positions } = collected;
  const status = net ? nettedStatus(collected.status) : collected.status;
  const draw = (at: Look) => {
    const isEmpty = heading !== undefined && positions.length === 0;
    return isEmpty
      ? textSection(empty).render(at)
      : statusScreen({ ...collected, status }, at, sections);
  };
  const linesOf = (text: string) => text.replace(/\n+$/, "").split("\n");
  const headings = heading === undefined ? [] : linesOf(await textSection(heading).render(look));
  const height = look.height && look.height - headings.length;
  return {
    headings,
    rows: linesOf(await draw({ ...look, height })),
    foot: [],
    dropped: [],
    columns: [],
    shown: undefined,
  };
}

/** A part of a line. */
interface Piece {
  readonly text: string;
  readonly tone?: Tone;
  readonly emphasis?: Emphasis;
}

/** Returns the first line of a watched status: what needs attention, and what rules say. */
function statusTitle(status: PortfolioStatus, ofRules: readonly Applied[]): Piece[] {
  const failed = countOf(ofRules, "failed");
  const unknown = countOf(ofRules, "unknown");
  const pieces: Piece[] = ownPieces(status);
  if (failed > 0) pieces.push({ text: `${counted(failed, "rule")} failed`, emphasis: "alert" });
  if (unknown > 0) {
    pieces.push({ text: `${counted(unknown, "rule")} unknown`, tone: "heading" });
  }
  return pieces.length > 0 ? pieces : [{ text: "all well", tone: "gain" }];
}

function ownPieces(status: PortfolioStatus): Piece[] {
  const { attention, totals } = status;
  if (attention.length > 0) {
    const need = attention.length === 1 ? "needs" : "need";
    const text = `${attention.length} of ${totals.positions} ${need} attention`;
    return [{ text, emphasis: "alert" }];
  }
  if (bookAttention(status).length > 0) {
    return [{ text: "the book costs funding", emphasis: "alert" }];
  }
  const { length } = allNotJudged(status);
  if (length === 0) return [];
  const text = `nothing needs attention, ${length} unknown in part`;
  return [{ text, tone: "heading" }];
}

/** Counts the rules with a result for some position. */
function countOf(all: readonly Applied[], verdict: Applied["verdict"]): number {
  return new Set(all.filter((it) => it.verdict === verdict).map(({ rule }) => rule.name)).size;
}

import { ALERT_OPTIONS, FAIL_ON } from "../../alerts/options.js";
import {
  allAttention,
  allNotJudged,
  nettedStatus,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import type { Limits } from "../../analytics/position/limits.js";
import { type Concern, type Concerned, withReasons } from "../../analytics/position/reason.js";
import { severityOf } from "../../analytics/position/stake.js";
import type { Handles } from "../../base/names/handle.js";
import { reaches, type Severity } from "../../base/severity.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, printNotes } from "../../command/print.js";
import { printComputed, printsRows } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { counted } from "../../output/text/counted.js";
import { type Collected, collectPortfolio } from "../../portfolio/positions/collect.js";
import { FILTER_OPTIONS, NET_OPTION, withHeading } from "../../portfolio/positions/filters.js";
import { LIMIT_OPTIONS, readLimits } from "../../portfolio/positions/limits.js";
import { warnOfDueArchive } from "../../portfolio/recorded/due.js";
import { hintAtArchive, sinceYesterday } from "../../portfolio/recorded/since-yesterday.js";
import { BOOK_WATCH_OPTIONS, HEARTBEAT, WATCH_OPTION } from "../../watch/options.js";
import type { BookWatchOptions } from "../../watch/watch-book.js";
import { reasonsView } from "./rows.js";

export const status = defineCommand({
  description:
    "Show the totals of the open positions, their funding over 24 hours, 7 and 30 days, and the positions that need attention, worst first, with the reasons: an imbalance or a missing leg, a bankruptcy price near, losses, funding costs, fees that funding does not cover, missing or stale figures (rules: carry explain <reason>). A terminal shows as many positions as fit; --all shows all",
  options: {
    portfolio: { setting: "portfolio" },
    ...FILTER_OPTIONS,
    ...NET_OPTION,
    ...LIMIT_OPTIONS,
    all: { kind: "flag", help: "show every position that needs attention, in a pager" },
    check: {
      kind: "flag",
      help: "exit with 10 if something needs attention, with 11 if nothing does but something is unknown; for cron jobs and scripts",
    },
    failOn: FAIL_ON,
    watch: { ...WATCH_OPTION, excludes: ["check", "all", "net"] },
    ...ALERT_OPTIONS,
    rules: { ...BOOK_WATCH_OPTIONS.rules, help: `with --watch: ${BOOK_WATCH_OPTIONS.rules.help}` },
    stateFile: {
      ...BOOK_WATCH_OPTIONS.stateFile,
      help: `with --watch: ${BOOK_WATCH_OPTIONS.stateFile.help}; with --check: leave out what is acknowledged there`,
    },
    heartbeat: {
      kind: HEARTBEAT,
      value: "duration",
      help: "with --on-alert: also run the command this often, such as 5m, while the service answers; with --watch as events: print a line when nothing was printed for this long",
    },
    new: {
      kind: "flag",
      help: "with --check: print only what needs attention and was not reported before, and nothing if there is none; with --watch: alerts that were reported before are not shown again",
    },
  },
  views: () => [reasonsView({ now: 0 })],
  examples: {
    "carry status": "the whole portfolio on one screen",
    "carry status --imbalance 5 -o json --query 'attention[].[asset, reasons[0].text]'":
      "what needs attention, for a program",
    "carry status --check --loss 50 --ignore losing:92bc28c3":
      "for a cron job, by the exit code: with a higher limit, and without one reason of one position",
    "carry status -o csv": "one row per reason",
  },
  run: (context, { options }) => run(context, options),
});

/** Options besides the limits. */
interface Options extends BookWatchOptions {
  readonly net?: boolean;
  readonly check?: boolean;
  readonly failOn?: Severity;
  readonly all?: boolean;
}

async function run(context: Context, options: Options): Promise<ExitCode | undefined> {
  const typed = await readLimits(context); // reports invalid limits first
  checkOptions(options);
  await context.portfolios(); // reports a missing one before anything is fetched
  await (await printerOf(context)).check(reasonsView({ now: 0 })); // before anything is fetched
  if (options.watch !== undefined) {
    const { watchBook } = await import("../../watch/watch-book.js");
    return watchBook(context, options, { page: "book" });
  }
  const limits = await withAcknowledged(typed, options);
  const client = await context.client(CONCURRENCY);
  const filters = { asset: options.asset, exchange: options.exchange };
  const isDelivered = options.onAlert !== undefined || options.new === true;
  const round = () => collectPortfolio(context, { client, limits, filters });
  if (!isDelivered) return show(context, options, await round());
  const { deliverStatus } = await import("./deliver.js");
  return deliverStatus(context, {
    options,
    fetch: round,
    show: (it) => show(context, options, it),
  });
}

/** Returns limits that leave out what was acknowledged in a watch with the file of `--state-file`. */
async function withAcknowledged(limits: Limits, { stateFile }: Options): Promise<Limits> {
  if (stateFile === undefined) return limits;
  const { acknowledgedIn } = await import("../../watch/state-file.js");
  const { parseIgnored } = await import("../../settings/values.js");
  const own = acknowledgedIn(stateFile).flatMap((text) => parseIgnored(text) ?? []);
  return { ...limits, ignore: [...limits.ignore, ...own] };
}

/** @throws {UsageError} */
function checkOptions(options: Options): void {
  const { check, watch, onAlert, for: forMs, cooldown, new: isNew, heartbeat, rules } = options;
  const remembers = onAlert !== undefined || isNew === true;
  if (remembers && (options.asset ?? options.exchange) !== undefined) {
    throw new UsageError(
      "--asset and --exchange cannot be combined with --new and --on-alert, which remember every position",
      "leave them out, or use --ignore code:position",
    );
  }
  if (rules !== undefined && watch === undefined) {
    throw new UsageError(
      "--rules works only with --watch",
      "`carry check` applies the rules once, with --on-alert for what is new",
    );
  }
  if (options.failOn !== undefined && check !== true) {
    throw new UsageError("--fail-on works only with --check", "add --check");
  }
  const typed = {
    ...{ "on-alert": onAlert, new: isNew, for: forMs, cooldown, heartbeat },
    "state-file": options.stateFile,
  };
  for (const [name, value] of Object.entries(typed)) {
    if (value === undefined || watch !== undefined) continue;
    if (check !== true) {
      throw new UsageError(`--${name} works only with --check or --watch`, "add one of them");
    }
    if (remembers || (name !== "for" && name !== "cooldown")) continue;
    throw new UsageError(`--${name} works only with --new, --on-alert or --watch`, "add --new");
  }
  if (heartbeat !== undefined && check === true && onAlert === undefined) {
    throw new UsageError("--heartbeat works only with --on-alert or --watch", "add --on-alert");
  }
}

/** Prints the status. @returns the exit code, with `--check` by what needs attention */
async function show(context: Context, options: Options, shown: Collected): Promise<ExitCode> {
  const { status: found, failure, lost } = shown;
  const { check = false, failOn } = options;
  await print(context, options, shown);
  await warnOfDueArchive(context, found.criteria.now);
  const counting = (all: readonly Concern<Concerned>[]) =>
    withReasons(all, (reason) => reaches(severityOf(reason), failOn));
  if (check && counting(allAttention(found)).length > 0) return ExitCode.attention;
  const notJudged = counting(allNotJudged(found));
  if (!check || failure !== undefined) return exitCodeOf(failure);
  if (notJudged.length === 0) return lost.length === 0 ? ExitCode.done : ExitCode.unknown;
  context.messages.note("NOT_JUDGED", notJudgedNote(found, notJudged, failOn));
  return ExitCode.unknown;
}

/** What reaches a severity, in words behind "nothing". */
const REACHING: Readonly<Record<Severity, string | undefined>> = {
  info: undefined,
  warning: "of warning or above",
  critical: "critical",
};

/** Explains exit code 11 and how to accept it. */
function notJudgedNote(
  { totals, isOnlyNew }: PortfolioStatus,
  notJudged: readonly Concern<Concerned>[],
  failOn: Severity = "info",
): string {
  const what = [isOnlyNew === true ? "new" : undefined, REACHING[failOn]];
  const nothing = `nothing ${what.filter((it) => it !== undefined).join(" and ")}`.trim();
  const codes = new Set(
    notJudged.flatMap(({ position, reasons }) =>
      position === undefined ? ["book_paying"] : reasons.map(({ code }) => code),
    ),
  );
  const some = notJudged.filter(({ position }) => position !== undefined).length;
  const which = some === 0 ? "the book" : `${some} of ${counted(totals.positions, "position")}`;
  return `${nothing} needs attention, but ${which} ${some > 1 ? "are" : "is"} unknown in part (exit code ${ExitCode.unknown}); to accept that: --ignore ${[...codes].join(",")}`;
}

/** Prints the status as a page or one object, or as rows if requested. */
async function print(
  context: Context,
  { all, net }: Options,
  { status: found, handles, ...chosen }: Collected,
): Promise<void> {
  const status = net === true ? nettedStatus(found) : found;
  const { statusView } = await import("./view.js");
  const { reasonRows } = await import("./rows.js");
  const isWhole = chosen.heading === undefined;
  const isCompared = isWhole && chosen.lost.length === 0;
  let hasArchive = true;
  const onMissing = () => {
    hasArchive = false;
  };
  const since = isCompared ? await sinceYesterday(context, status, onMissing) : undefined;
  const view = withHeading(
    statusView({ status, handles, ownerOf: chosen.ownerOf, since }, all),
    chosen,
  );
  const { each } = await context.portfolios();
  const { ownerOf } = chosen;
  const rows = reasonRows(allAttention(status), ownerOf);
  const json = async () => {
    const { statusOf } = await import("../../analytics/portfolio/status.js");
    const { historyOf, criteria } = chosen;
    const shownOf = (it: PortfolioStatus) => (net === true ? nettedStatus(it) : it);
    const portfolios = each(chosen, status, (some) => shownOf(statusOf(some, historyOf, criteria)));
    return (await import("./record.js")).STATUS.json({ ...status, ownerOf, portfolios, since });
  };
  await printComputed(context, { json, rows, view });
  if (!hasArchive) await hintAtArchive(context); // below the screen, which begins with what is earned now
  if (!printsRows(await context.outputOptions()))
    return printNext(context, nextOf(status, handles));
  const { asideNotes } = await import("./asides.js");
  const notes = asideNotes(status, handles).map((text) => ({ code: "LEFT_OUT", text }) as const);
  printNotes(context, { notes });
}

/** Returns commands to try next: get the worst position, and rotate the first that costs funding. */
function nextOf({ attention }: PortfolioStatus, handles: Handles): NextLine[] {
  const [worst] = attention;
  const costing = attention.find(({ reasons }) => reasons.some(({ code }) => code === "paying"));
  return [
    ...(worst === undefined ? [] : [["get", handles.of(worst.position)]]),
    ...(costing === undefined ? [] : [["positions", "rotate", handles.of(costing.position)]]),
  ];
}

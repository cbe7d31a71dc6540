import { UsageError } from "../../base/usage-error.js";
import { POSITIONS, withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { wantsPerformance } from "../../book/positions/performance.js";
import type { PositionDetail } from "../../client/resources/position.js";
import { POSITION_CATALOG, REASONS, sentToo, WHO } from "../../figures/catalog/catalog.js";
import { run7d } from "../../figures/catalog/funding.js";
import { age, nearestAway, netPnl, size } from "../../figures/catalog/position.js";
import { lifeOf, positionFunding } from "../../figures/engine/funding/position-funding.js";
import { reconcile } from "../../figures/engine/position/reconcile.js";
import type { Need } from "../../figures/figure.js";
import type { PositionOf } from "../../figures/subjects.js";
import { type OutputOptions, showsPages } from "../../output/formats/format.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import type { Context } from "../../run/context.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import type { OptionsData, OptionsOf } from "../../run/option.js";
import { lineOf, printerOf, printNotes, showsNext } from "../../run/print.js";
import { bookAnswer } from "../../run/screen/inputs.js";
import {
  nameColumns,
  pairColumn,
  shortNames,
  whyColumn,
} from "../../run/screen/position-columns.js";
import { PAGE_FIGURES, positionPage } from "../../run/screen/position-page.js";
import {
  chosenIn,
  column,
  namesComputed,
  printScreen,
  type Table,
  tableView,
} from "../../run/screen/screen.js";
import { positionDetailView } from "../../run/screen/sent-positions.js";
import { checkText, checkView, printCheck } from "./check.js";
import { daysView, printDays } from "./days.js";
import { bookOfDetails, fetchDetails } from "./details.js";

const OPTIONS = {
  days: { kind: "flag", help: "the settled funding of one position in USD, by UTC day" },
  check: {
    kind: "flag",
    help: "the service's funding, fees and net PnL against carry's own sums, line by line; exit code 10 where a difference is unexplained",
  },
  all: {
    kind: "flag",
    help: "the page with every reason, and everything that is known of the legs",
  },
  performance: {
    setting: "performance",
    help: "of data as sent: also request the performance from the portfolio's list (a page has it); implied by one of its fields in --columns, --sort or --query",
    negated: "do not request it",
  },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsGet = defineCommand({
  description:
    "Show a position on one screen: what it is paid now, what it has made, its hedge, what leaving costs, and its legs. json and csv are the position in full as the service sent it; a figure in --columns makes them figures (formulas: carry explain <name>)",
  args: { id: POSITIONS },
  options: OPTIONS,
  views: () => [positionDetailView(), tableView(figuresTable([])), daysView(), checkView()],
  examples: {
    "carry get AVAX": "the only open position in an asset",
    "carry get SUI.1a9f --check": "whether the service's figures are those of its events and legs",
    "carry list --status open -o tsv --columns position_id | carry get - -o csv":
      "every open position in full, for a spreadsheet",
    "carry get AVAX SUI.1a9f -o json --query '[].legs[].funding'":
      "the funding of the legs of two positions",
  },
  async run(context, { args, options }) {
    refuseSeveral(options);
    if (options.days === true) return printDays(context, args.id);
    if (options.check === true) return printCheck(context, args.id);
    const names = await withIdsFromStdin(context, args.id);
    const output = await context.outputOptions();
    if (namesComputed(figuresTable([]), output, sentToo(false)))
      return printFigures(context, names);
    return printAsSent(context, names, options, output);
  },
});

/** @throws {UsageError} for more than one of the options that choose what is shown */
function refuseSeveral(options: Options): void {
  const [one, other] = (["days", "check", "all"] as const).filter((it) => options[it] === true);
  if (other === undefined) return;
  throw new UsageError(`--${one} and --${other} exclude each other`, "leave out one of them");
}

/** Prints positions in full: each on a page, or as the service sent them. */
async function printAsSent(
  context: Context,
  names: readonly string[],
  options: Options,
  typed: OutputOptions,
): Promise<ExitCode> {
  const printer = await printerOf(context);
  const all = positionDetailView({ performance: true });
  await printer.check(all); // before anything is fetched
  const output = withFullKeys(all, typed);
  const performance = await wantsPerformance(context, output, options.performance);
  const isPage = showsPages(output);
  const isAside = options.performance === undefined && isPage;
  const details = await fetchDetails(context, names, { performance, isAside, isPooled: isPage });
  const { items } = details;
  if (items.length === 0) return exitCodeOf(details.failure);
  const book = isPage ? await bookOfDetails(context, details, PAGE_NEEDS) : undefined;
  const members = new Map(book?.all.members.map((it) => [it.record.position_id, it]));
  const isAlone = items.length === 1 && (await showsNext(context));
  const page = (position: PositionDetail) => {
    const p = members.get(position.position_id);
    if (p === undefined) return [];
    const more = isAlone ? moreOf(context, p, options) : undefined;
    return positionPage(p, { check: checkOf(p, position), more, isWhole: options.all });
  };
  const byLeg = output.columns?.some((key) => key.startsWith("legs.")) ?? true;
  const view = positionDetailView({ byLeg, performance, page });
  printNotes(context, await printer.things(items, view, names.length > 1));
  context.reportDoubts();
  return exitCodeOf(gravestOf([details.failure, book?.failure]));
}

const PAGE_NEEDS: ReadonlySet<Need> = new Set(["funding", "pool"]);

/** Returns whether the service and carry agree, where the events of the page suffice to tell. */
function checkOf({ inputs }: PositionOf, position: PositionDetail): string | undefined {
  const life = lifeOf(position, inputs.now);
  const eventsOf = (id: number) => inputs.historyOf(id) ?? undefined;
  const lines = reconcile(position, positionFunding(position, { eventsOf, ...life }));
  return checkText(lines);
}

/** `--days  --check  --all   carry rotate SOL.12fd` */
function moreOf(context: Context, p: PositionOf, { all }: Options): string[] {
  const own = ["--days", "--check", ...(all === true ? [] : ["--all"])].join("  ");
  const isOpen = p.record.status === "open";
  const rotate = isOpen ? lineOf(context, ["rotate", p.inputs.nameOf(p.record)]) : undefined;
  return rotate === undefined ? [own] : [own, rotate];
}

/** Returns the table of positions by their figures. @param rows whose exchanges get names of their own */
function figuresTable(rows: readonly PositionOf[]): Table<PositionOf> {
  const nameOf = shortNames(rows);
  return {
    who: WHO,
    figures: [age, ...PAGE_FIGURES, ...REASONS],
    catalog: POSITION_CATALOG,
    columns: [
      ...nameColumns(rows),
      pairColumn(nameOf),
      column(age),
      column(size),
      column(run7d),
      column(netPnl),
      column(nearestAway),
      whyColumn(nameOf, true),
    ],
    empty: "No positions.",
  };
}

/** Prints figures of positions that are named in `--columns` or `--sort`: as rows, json as one object. */
async function printFigures(context: Context, names: readonly string[]): Promise<ExitCode> {
  const { declared, needs } = await chosenIn(context, figuresTable([]));
  const isPooled = needs.has("pool");
  const details = await fetchDetails(context, names, { performance: true, isPooled });
  if (details.items.length === 0) return exitCodeOf(details.failure);
  const { all, failure } = await bookOfDetails(context, details, needs);
  const table = figuresTable(all.members);
  const answer = bookAnswer("get", table, { declared, needs });
  const data = { inputs: { now: all.inputs.now }, rows: all.members, totals: all };
  await printScreen(context, { table, declared, answer, ...data });
  context.reportDoubts();
  return exitCodeOf(gravestOf([details.failure, failure]));
}

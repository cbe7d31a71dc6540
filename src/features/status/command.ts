import {
  allAttention,
  nettedStatus,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import type { Handles } from "../../base/names/handle.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf, printNotes } from "../../command/print.js";
import { printComputed, printsRows } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { type Collected, collectPortfolio } from "../../portfolio/positions/collect.js";
import { FILTER_OPTIONS, NET_OPTION, withHeading } from "../../portfolio/positions/filters.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { warnOfDueArchive } from "../../portfolio/recorded/due.js";
import { hintAtArchive, sinceYesterday } from "../../portfolio/recorded/since-yesterday.js";
import { reasonsView } from "./rows.js";

const OPTIONS = {
  ...FILTER_OPTIONS,
  ...NET_OPTION,
  all: { kind: "flag", help: "show every position that needs attention, in a pager" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const status = defineCommand({
  description:
    "Show the totals of the open positions, their funding over 24 hours, 7 and 30 days, and the positions that need attention, worst first, with the reasons: an imbalance or a missing leg, a bankruptcy price near, losses, funding costs, fees that funding does not cover, missing or stale figures (rules: carry explain <reason>; limits: carry profile set). A terminal shows as many positions as fit; --all shows all. `carry check` judges the same for scripts, by its exit code",
  options: OPTIONS,
  views: () => [reasonsView({ now: 0 })],
  examples: {
    "carry status": "the whole portfolio on one screen",
    "carry status -o json --query 'attention[].[asset, reasons[0].text]'":
      "what needs attention, for a program",
    "carry status -o csv": "one row per reason",
  },
  run: (context, { options }) => run(context, options),
});

async function run(context: Context, options: Options): Promise<ExitCode> {
  const limits = await readLimits(context); // reports invalid limits first
  await context.portfolios(); // reports a missing one before anything is fetched
  await (await printerOf(context)).check(reasonsView({ now: 0 })); // before anything is fetched
  const client = await context.client(CONCURRENCY);
  const filters = { asset: options.asset, exchange: options.exchange };
  const shown = await collectPortfolio(context, { client, limits, filters });
  await print(context, options, shown);
  await warnOfDueArchive(context, shown.status.criteria.now);
  return exitCodeOf(shown.failure);
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

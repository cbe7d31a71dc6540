import { FUNDING_LISTS } from "../../analytics/funding/funding-lists.js";
import { UsageError } from "../../base/usage-error.js";
import { AnswerError } from "../../client/errors.js";
import { CHART_OPTION, checkChart, printChart } from "../../command/chart.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { POSITION_HELP, POSITION_ID } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { parseRange, rangeOptions } from "../../command/times.js";
import { fundingPast } from "../../portfolio/funding/funding-past.js";
import { createIdFinder, handlesOf } from "../../portfolio/positions/find-ids.js";
import { idFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { oneOf } from "../../settings/kinds.js";
import {
  fundingRows,
  positionFundingAnswer,
  positionFundingTotals,
  positionFundingView,
  type ShownFunding,
} from "./record.js";

const OPTIONS = {
  by: {
    kind: oneOf(FUNDING_LISTS),
    value: "what",
    help: "leg, day (UTC; what settles at 00:00 belongs to the day before) or event (default: day)",
  },
  ...rangeOptions(" (default: the opening)"),
  chart: { ...CHART_OPTION, help: "draw the cumulative funding of the position and of each leg" },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsFunding = defineCommand({
  description:
    "Show the settled funding of a position in USD, from the settled events of its legs' markets: by leg, UTC day or event, with the cumulative sum. Where there is an archive, each event counts at the size that snapshots have recorded, and events are there that the service no longer keeps; else at the current quantity, for 30 days. A leg without a market id is unknown, and without an archive also one that is closed (formulas: carry explain <name>)",
  args: { id: { kind: POSITION_ID, help: POSITION_HELP } },
  options: OPTIONS,
  views: () => FUNDING_LISTS.map((list) => positionFundingView(list)),
  examples: {
    "carry positions funding bf25fbc4": "what each day brought",
    "carry positions funding bf25 --chart": "the same as a chart, leg by leg",
    "carry positions funding bf25 --by leg": "what each leg has received or cost",
    "carry positions funding bf25 --by event --start 7d -o csv":
      "every settlement of a week, for a spreadsheet",
  },
  async run(context, { args, options }) {
    parseRange(options, await context.now()); // refused before anything is fetched
    if (options.chart === true) await checkFundingChart(context, options);
    const { by: list = "day" } = options;
    await (await printerOf(context)).check(positionFundingView(list));
    const finder = createIdFinder(context);
    const id = await idFromStdin(context, args.id);
    const client = await context.client(CONCURRENCY);
    const { signal } = context.io;
    const position = await client.positions.get(await finder.find(id), { signal });
    const { lifeOf, positionFunding } = await import("../../analytics/funding/position-funding.js");
    const range = parseRange(options, client.serviceNow());
    const life = lifeOf(position, client.serviceNow());
    refuseUndated(id, life);
    // `--start` is inclusive and `--end` exclusive; the formula has it the other way around.
    const start = Math.max(life.start, (range.start ?? life.start + 1) - 1);
    const end = Math.min(life.end, (range.end ?? life.end + 1) - 1);
    if (start >= end) throw notOpen(id);
    const past = await fundingPast(context, client, [{ position, start, end }]);
    const { eventsOf, failure } = past;
    const sizes = past.sizesOf(position);
    const funding = positionFunding(position, { eventsOf, sizes, start, end });
    const handle = (await handlesOf(finder, [position])).of(position);
    const shown = { position, handle, funding, list, start, end };
    if (options.chart === true) {
      await draw(context, shown);
      return exitCodeOf(failure);
    }
    const json = () => positionFundingAnswer(list).json(shown);
    const view = positionFundingView(list, shown);
    await printComputed(context, { json, rows: fundingRows(shown), view });
    await printNext(context, [
      ["positions", position.status === "open" ? "outlook" : "get", handle],
    ]);
    return exitCodeOf(failure);
  },
});

/** @throws {UsageError} when what is requested is no chart */
async function checkFundingChart(context: Context, { by }: Options): Promise<void> {
  if (by !== undefined) {
    throw new UsageError(
      `--chart: a chart draws every event, not --by ${by}`,
      "leave out one of the two",
    );
  }
  await checkChart(context, 1);
}

async function draw(context: Context, shown: ShownFunding): Promise<void> {
  const { positionFundingPlots } = await import("../../views/position/funding-plots.js");
  await printChart(context, positionFundingPlots(shown), positionFundingTotals(shown));
}

/** @throws {AnswerError} when the time of opening or closing cannot be read */
function refuseUndated(
  id: string,
  { start, end }: { readonly start: number; readonly end: number },
) {
  if (!Number.isNaN(end - start)) return;
  const field = Number.isNaN(start) ? "opened_at" : "closed_at";
  throw new AnswerError(`position ${id} does not match the interface: ${field} cannot be read`);
}

function notOpen(id: string): UsageError {
  return new UsageError(
    `position ${id} was not open in the range of --start and --end`,
    "leave them out for the whole time since the opening",
  );
}

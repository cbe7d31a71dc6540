import { decimal } from "../../base/decimal.js";
import { createHandles } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import { AnswerError } from "../../client/errors.js";
import type { Item } from "../../client/listing/item-pages.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { unreadableFields } from "../../client/validate/stand-in.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf, type Failure, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf, printNotes } from "../../command/print.js";
import { printNext } from "../../command/print-next.js";
import { PERFORMANCE, reportParts } from "../../command/report-parts.js";
import { type OutputOptions, showsPages } from "../../output/formats/format.js";
import { withFullKeys } from "../../output/table/choose-columns.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { createIdFinder, fetchNamed } from "../../portfolio/positions/find-ids.js";
import { POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { readLimits } from "../../portfolio/positions/limits.js";
import { wantsPerformance } from "../../portfolio/positions/names-performance.js";
import { namesRun, type PositionRuns, runsOfPositions } from "../../portfolio/positions/runs.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { positionDetailView } from "./detail.js";

export const positionsGet = defineCommand({
  description:
    "Show positions in full: net PnL, the hedge, what it is paid now, when funding has paid for the fees, and the legs side by side (formulas: carry explain <name>)",
  args: {
    id: POSITIONS,
  },
  options: {
    performance: {
      setting: "performance",
      help: "request the performance from the portfolio's list, for net PnL, exit fees and break-even (the default on a page); implied by a performance field in --columns, --sort or --query",
      negated: "do not request it",
    },
    figures: {
      kind: "flag",
      help: "with -o json or ndjson: {position, figures}, with the basis over 30 days and the break-even at several paces beside what the service sent",
    },
  },
  views: () => [positionDetailView({ now: 0 })],
  examples: {
    "carry positions get AVAX": "the only open position in an asset",
    "carry positions get SUI.1a9f": "one of several, named as in the list",
    "carry positions list --status open -o tsv --columns position_id | carry positions get - -o csv":
      "every open position in full, for a spreadsheet",
    "carry positions get AVAX SUI.1a9f -o json --query '[].legs[].funding'":
      "the funding of the legs of two positions",
  },
  async run(context, { args, options }) {
    const ids = await withIdsFromStdin(context, args.id);
    const printer = await printerOf(context);
    const all = positionDetailView({ now: 0 });
    await printer.check(all); // before anything is fetched
    const output = withFullKeys(all, await context.outputOptions());
    const figures = options.figures === true && showsFigures(context, output);
    const isWanted = await wantsPerformance(context, output, options.performance);
    const performance = isWanted || (figures && options.performance !== false);
    const finder = createIdFinder(context, performance);
    const byLeg = output.columns?.some((key) => key.startsWith("legs.")) ?? true;
    const staleMs = await context.setting("stale");
    const client = await context.client(CONCURRENCY);
    context.progress.update(`fetching ${counted(ids.length, "position")}`);
    const { found: each, failure } = await fetchNamed(context, client, ids, finder);
    if (each.length === 0 && failure !== undefined) return exitCodeOf(failure);
    const listed = await finder.listed();
    const isAside = options.performance === undefined && showsPages(output);
    const perform = () => performed(context, client, { details: each, listed, isAside });
    const items = performance ? await perform() : each;
    const handles = createHandles(
      listed !== undefined,
      [...(listed ?? []), ...each].map(({ value }) => value),
    );
    const isPage = output.format.isLaidOut && output.columns === undefined;
    const needsRuns = isPage || figures || namesRun(output);
    const runs = needsRuns ? await runsFor(context, client, items) : undefined;
    const clock = { now: client.serviceNow(), ...(staleMs !== undefined && { staleMs }) };
    const worked = runs && (await figuresOf(runs, clock));
    const judging = runs && { limits: await readLimits(context), historyOf: runs.historyOf };
    const view = positionDetailView({
      ...worked,
      ...clock,
      ...(judging !== undefined && { judging }),
      byLeg,
      performance,
      handles,
      legIds: output.wide,
    });
    const things = figures && worked ? await eachWithFigures(items, worked) : items;
    printNotes(context, await printer.things(things, view, ids.length > 1));
    const [only, ...others] = items.map(({ value }) => value);
    if (only?.status === "open" && others.length === 0) {
      const name = handles.of(only);
      await printNext(context, [
        ["positions", "outlook", name],
        ["positions", "rotate", name],
      ]);
    }
    context.reportDoubts();
    return exitCodeOf(gravestOf([failure, await refuseUnreadable(context, items)]));
  },
});

interface Wanted {
  readonly details: readonly Item<PositionDetail>[];
  /** Positions that were listed already. */
  readonly listed: readonly Item<Position>[] | undefined;
  /** Whether a page is printed without the performance if that cannot be fetched. */
  readonly isAside: boolean;
}

/** Adds the performance to positions. @throws the errors of listing positions, unless it is an aside */
async function performed(context: Context, client: Client, { details, listed, isAside }: Wanted) {
  const { withPerformance } = await import("../../portfolio/positions/with-performance.js");
  try {
    return await withPerformance(context, client, details, listed);
  } catch (error) {
    context.io.signal.throwIfAborted();
    if (!isAside) throw error;
    const failed = details.map(({ value }) => ({ name: value.position_id, error }));
    await reportParts(context, failed, PERFORMANCE, { asked: details.length, isAside });
    return details;
  }
}

/** Reports positions with unreadable fields as errors, since each was requested by name. */
async function refuseUnreadable(
  context: Context,
  items: readonly Item<PositionDetail>[],
): Promise<Failure | undefined> {
  const failures: Failure[] = [];
  for (const { value } of items) {
    const fields = unreadableFields(value);
    if (fields.length === 0) continue;
    const name = `position ${value.position_id}`;
    const error = new AnswerError(
      `${name} does not match the interface: ${firstOf(fields)} cannot be read`,
    );
    failures.push(await context.reportFailure(error, { id: value.position_id, name }));
  }
  return gravestOf(failures);
}

/** Reports whether a format shows the figures; warns if it does not. */
function showsFigures({ messages }: Context, { format }: OutputOptions): boolean {
  const shows = format.columns === undefined && !format.isLaidOut;
  if (!shows) {
    const why = `--figures has no effect with --output ${format.name}; use json or ndjson`;
    messages.warning("OPTION_IGNORED", why);
  }
  return shows;
}

async function runsFor(
  context: Context,
  client: Client,
  items: readonly Item<PositionDetail>[],
): Promise<PositionRuns> {
  const runs = await runsOfPositions(context, client);
  await runs.add(items.map(({ value }) => value));
  return runs;
}

/** Returns positions as they were sent, each with its figures. */
async function eachWithFigures(
  items: readonly Item<PositionDetail>[],
  { runsOf, basisOf, worstWeekOf }: Awaited<ReturnType<typeof figuresOf>>,
) {
  const { breakEvenOf } = await import("../../analytics/position/break-even.js");
  const { pacesOf } = await import("./break-even.js");
  const { withFigures } = await import("./record.js");
  return items.map((item) => {
    const { value: position } = item;
    const runs = position.status === "open" ? runsOf(position) : undefined;
    const net = decimal(position.performance?.net_pnl ?? null);
    const pace = runs && { runs, worstWeek: worstWeekOf(position) };
    const paces = pace ? pacesOf(net, pace) : NO_PACES;
    return withFigures(item, {
      basis: basisOf(position),
      breakEven: breakEvenOf(net, runs),
      paces,
    });
  });
}

const NO_PACES = { at_7d: undefined, at_30d: undefined, at_worst_week: undefined };

async function figuresOf({ of, historyOf }: PositionRuns, clock: ServiceClock) {
  const { basisOfPosition } = await import("../../analytics/position/position-basis.js");
  const { worstWeekOf } = await import("../../analytics/market/worst-week.js");
  const inputs = { historyOf, ...clock };
  return {
    runsOf: of,
    basisOf: (position: Position) => basisOfPosition(position, inputs),
    worstWeekOf: (position: Position) => worstWeekOf(position, inputs),
  };
}

import type { Outlook } from "../../analytics/funding/outlook.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { marketsOf, recentFunding } from "../../portfolio/funding/recent-funding.js";
import { FILTER_OPTIONS, type Filters, withHeading } from "../../portfolio/positions/filters.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { openPositions } from "../../portfolio/positions/open-positions.js";
import { OUTLOOK, outlookRows, outlookView } from "./record.js";

export const positionsOutlook = defineCommand({
  description:
    "Show the funding a day of each open position at today's size, over the last 24 hours, 3, 7 and 30 days, its worst 7 days in a row, exit fees (est.), the basis break-even (7d), and how its funding has changed: turned, costing, slipping, fading, recovering, improving, steady or flat (formulas: carry explain outlook). What costs most a day comes first. Past funding, not a forecast",
  args: {
    id: OPEN_POSITIONS,
  },
  options: {
    ...FILTER_OPTIONS,
  },
  views: () => [outlookView({ now: 0 })],
  examples: {
    "carry positions outlook": "every open position, what costs most first",
    "carry positions outlook AVAX": "one position, by its asset",
    "carry positions outlook -o json --query 'rows[].[position_id, state]'":
      "the state of each position, for a script",
    "carry positions outlook -o csv": "one row per position, for a spreadsheet",
  },
  async run(context, { args, options }) {
    const ids = await withIdsFromStdin(context, args.id ?? []);
    return show(context, ids, options);
  },
});

async function show(
  context: Context,
  ids: readonly string[],
  { asset, exchange }: Filters,
): Promise<ExitCode> {
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  await (await printerOf(context)).check(outlookView({ now: 0 })); // before anything is fetched
  const client = await context.client(CONCURRENCY);
  const filters = { asset, exchange };
  const listed = await openPositions(context, client, { names: ids, ...filters });
  const { positions, unchecked, handles, failure: ofLegs } = listed;
  if (positions.length === 0 && ofLegs !== undefined) return exitCodeOf(ofLegs);
  const now = client.serviceNow();
  const { signal } = context.io;
  const named = ids.length === 0 ? [] : marketsOf(positions);
  const funding = await recentFunding(context, positions, now, { client, signal, named });
  const { outlooksOf } = await import("../../analytics/funding/portfolio-outlook.js");
  const { historyOf } = funding;
  const inputs = { historyOf, now, staleMs };
  const isUnchecked = (id: string) => unchecked.has(id);
  const found = outlooksOf(positions, inputs, isUnchecked);
  const { each, of: ownerOf } = await context.portfolios();
  const rows = outlookRows(found, ownerOf, isUnchecked);
  const json = () => {
    const portfolios = each(listed, found, (some) => outlooksOf(some, inputs, isUnchecked));
    return OUTLOOK.json({ found, rows, portfolios, now, staleMs, ids, filters });
  };
  await printComputed(context, {
    json,
    rows,
    view: withHeading(outlookView({ found, rows, handles, now, staleMs }), listed),
  });
  const [worst] = found.outlooks;
  if (worst !== undefined) await printNext(context, nextOf(handles.of(worst.position), worst));
  return exitCodeOf(gravestOf([ofLegs, funding.failure]));
}

/** Returns the commands to try next; rotating needs a known state. */
function nextOf(name: string, { state }: Outlook): NextLine[] {
  const get = ["get", name];
  return state === undefined ? [get] : [["positions", "rotate", name], get];
}

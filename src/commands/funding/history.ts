import { Argument, Option } from "commander";
import {
  type FundingRecord,
  RESOLUTIONS,
  RETENTION_DAYS,
  type Resolution,
} from "../../api/funding-history.js";
import type { Item } from "../../api/pages.js";
import type { Context } from "../../context.js";
import { onePage } from "../../output/pages.js";
import type { Printer, PrintOutcome } from "../../output/printer.js";
import { fundingHistoryView, type MarketPoint } from "../../views/funding-history.js";
import { unknownView } from "../../views/unknown.js";
import { CONCURRENCY, fetchEach } from "../fetch-each.js";
import { printerOf, tell } from "../print.js";
import type { CommandDefinition } from "../spec.js";
import { parseRange, type Range } from "../times.js";
import { choice, marketIds, text } from "../values.js";

interface Options {
  readonly resolution?: Resolution;
  readonly start?: string;
  readonly end?: string;
}

const DAY = 86_400_000;
const EMPTY = "No settled funding in this range.";

export const fundingHistory: CommandDefinition = {
  args: [
    new Argument("<market-id...>", "market ids, as in `carry funding markets`").argParser(
      marketIds,
    ),
  ],
  options: [
    new Option(
      "--resolution <resolution>",
      "event or 1d, the daily aggregate (default: event)",
    ).argParser(choice("--resolution", RESOLUTIONS)),
    new Option("--start <time>", "from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...").argParser(
      text("--start"),
    ),
    new Option("--end <time>", "up to but not including then").argParser(text("--end")),
  ],
  examples: [
    { line: "carry funding history 1 --start 7d", what: "the settled funding of a week" },
    {
      line: "carry funding history 1 2 --start 2d --end today -o csv",
      what: "two markets for a spreadsheet",
    },
    { line: "carry funding history 1 --resolution 1d --start 90d", what: "daily aggregates" },
  ],
  async run(context, { args, options }) {
    const ids = args[0] as readonly number[];
    const { resolution = "event", ...typed } = options as Options;
    const range = parseRange(typed, context.io.clock.now());
    const several = ids.length > 1;
    const printer = await printerOf(context);
    if (resolution === "event") await printer.check(fundingHistoryView(several));
    noteRetention(context, resolution, range);
    const rangeParams = await context.setting("rangeParams");
    const client = await context.client(CONCURRENCY);
    const { found, exitCode } = await fetchEach(
      context,
      ids,
      (id) => `market ${id}`,
      async (marketId) => {
        const records = await client.fundingHistory({
          marketId,
          resolution,
          ...range,
          ...(rangeParams !== undefined && { rangeParams }),
          signal: context.io.signal,
        });
        return several ? records.map((record) => ofMarket(marketId, record)) : records;
      },
    );
    const records = found.flat();
    if (records.length > 0 || exitCode === 0) {
      tell(context, await print(printer, resolution, records, several));
    }
    return exitCode;
  },
};

/** A record of an event has known fields, a day's has whatever the service sends. */
function print(
  printer: Printer,
  resolution: Resolution,
  records: readonly Item<FundingRecord>[],
  several: boolean,
): Promise<PrintOutcome> {
  if (resolution === "event") {
    const points = records as readonly Item<MarketPoint>[];
    return printer.list(onePage(points), fundingHistoryView(several));
  }
  const values = records.map((record) => record.value);
  return printer.list(
    onePage<unknown>(records),
    unknownView(values, { empty: EMPTY, formatted: true }),
  );
}

/** With several markets each record says which one it is of, before what the service sent. */
function ofMarket(marketId: number, { value, source }: Item<FundingRecord>): Item<FundingRecord> {
  const point: MarketPoint | FundingRecord = { market_id: marketId, ...value };
  const rest = source.slice(1).trimStart();
  const separator = rest.startsWith("}") ? "" : ",";
  return { value: point, source: `{"market_id":${marketId}${separator}${rest}` };
}

function noteRetention(context: Context, resolution: Resolution, { start }: Range): void {
  const days = RETENTION_DAYS[resolution];
  if (start === undefined || start >= context.io.clock.now() - days * DAY) return;
  const what = resolution === "event" ? "settled events" : "daily aggregates";
  const more = resolution === "event" ? "; --resolution 1d goes back 365" : "";
  context.messages.note(`the service keeps ${what} for ${days} days${more}`);
}

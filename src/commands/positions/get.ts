import { Argument, Option } from "commander";
import { positionDetailView } from "../../views/position-detail.js";
import { CONCURRENCY, fetchEach } from "../fetch-each.js";
import { printerOf, tell } from "../print.js";
import type { CommandDefinition } from "../spec.js";
import { createIdFinder } from "./find-ids.js";

interface Options {
  readonly portfolio?: string;
  readonly performance?: boolean;
}

export const positionsGet: CommandDefinition = {
  description:
    "Show positions in full: legs side by side, how well they offset each other, and when funding has paid for the fees (formulas: docs/analytics.md). An id may be cut to its first 4 or more characters as long as it stays unique in the portfolio",
  args: [new Argument("<id...>", "position ids, or unique beginnings of them")],
  options: [
    new Option("--portfolio <uuid>", "portfolio in which a shortened id is looked up"),
    new Option(
      "--performance",
      "look the performance up in the portfolio's list, for net PnL, exit fees and break-even",
    ),
  ],
  columns: () => positionDetailView(0).columns.map(({ key }) => key),
  examples: [
    {
      line: "carry positions get bf25fbc4",
      what: "one position, found by the beginning of its id",
    },
    {
      line: "carry positions get bf25fbc4 --performance",
      what: "the same with net PnL, and the break-even with the fees to come",
    },
    {
      line: "carry positions get bf25 59cf -o json --query '[].legs[].funding'",
      what: "the funding of the legs of two positions",
    },
  ],
  async run(context, { args, options }) {
    const ids = args[0] as readonly string[];
    const { portfolio, performance } = options as Options;
    const finder = createIdFinder(context, ids, portfolio);
    const printer = await printerOf(context);
    await printer.check(positionDetailView(0)); // before anything is fetched
    const client = await context.client(CONCURRENCY);
    context.progress.update(ids.length === 1 ? "fetching" : `fetching ${ids.length} positions`);
    const { found, exitCode } = await fetchEach(
      context,
      ids,
      (id) => `position ${id}`,
      async (id) => client.getPosition(await finder.find(id), context.io.signal),
    );
    if (found.length > 0 || exitCode === 0) {
      const items =
        performance === true
          ? await (await import("./with-performance.js")).withPerformance(context, client, found)
          : found;
      const view = positionDetailView(client.serviceNow());
      tell(context, await printer.things(items, view, ids.length > 1));
    }
    return exitCode;
  },
};

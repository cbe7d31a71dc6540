import { Argument, Option } from "commander";
import { positionDetailView } from "../../views/position-detail.js";
import { CONCURRENCY, fetchEach } from "../fetch-each.js";
import { printerOf, tell } from "../print.js";
import type { CommandSpec } from "../spec.js";
import { createIdFinder } from "./find-ids.js";

interface Options {
  readonly portfolio?: string;
}

export const positionsGet: CommandSpec = {
  name: "get",
  summary: "show positions in full, with their legs",
  description:
    "Show positions in full, with their legs. An id may be cut to its first 4 or more characters as long as it stays unique in the portfolio",
  args: [new Argument("<id...>", "position ids, or unique beginnings of them")],
  options: [new Option("--portfolio <uuid>", "portfolio in which a shortened id is looked up")],
  examples: [
    {
      line: "carry positions get bf25fbc4",
      what: "one position, found by the beginning of its id",
    },
    {
      line: "carry positions get bf25 59cf -o json --query '[].legs[].funding'",
      what: "the funding of the legs of two positions",
    },
  ],
  async run(context, { args, options }) {
    const ids = args[0] as readonly string[];
    const { portfolio } = options as Options;
    const finder = createIdFinder(context, ids, portfolio);
    const printer = await printerOf(context);
    const view = positionDetailView(context.io.clock.now());
    await printer.check(view);
    const client = await context.client(CONCURRENCY);
    context.progress.update(ids.length === 1 ? "fetching" : `fetching ${ids.length} positions`);
    const { found, exitCode } = await fetchEach(
      context,
      ids,
      (id) => `position ${id}`,
      async (id) => client.getPosition(await finder.find(id), context.io.signal),
    );
    if (found.length > 0 || exitCode === 0) {
      tell(context, await printer.things(found, view, ids.length > 1));
    }
    return exitCode;
  },
};

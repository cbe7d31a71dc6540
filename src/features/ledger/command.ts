import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { POSITION_ID } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { parseRange, rangeOptions } from "../../command/times.js";
import { POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { oneOf } from "../../settings/kinds.js";
import { ledgerView } from "./record.js";
import { LEDGER_STYLES } from "./styles.js";

const OPTIONS = {
  as: {
    kind: oneOf(LEDGER_STYLES),
    value: "program",
    help: "print double-entry postings: a journal for hledger and Ledger, a file for beancount, or csv with a row for each posting; without it the amounts are printed as -o says",
  },
  byLeg: {
    kind: "flag",
    help: "the funding of each leg instead, computed from settled events, at the sizes that an archive has recorded, else at the current quantity",
  },
  portfolio: { setting: "portfolio" },
  ...rangeOptions(" (default: all that is recorded)"),
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsLedger = defineCommand({
  description:
    "Print funding, fees paid and realized price PnL as double-entry postings, one transaction for each position, component and UTC day, from the archive's snapshots. Each has an id that stays the same, so that importing twice adds nothing; ! marks open positions. What was there before the first snapshot is an opening balance. A day is printed once it is over; without snapshots the totals so far are printed (formulas: carry explain <name>)",
  args: {
    id: {
      kind: POSITION_ID,
      many: true,
      optional: true,
      help: `${POSITIONS.help} (default: all; with --by-leg all that are open)`,
    },
  },
  options: OPTIONS,
  views: () => [ledgerView(false), ledgerView(true)],
  examples: {
    "carry positions ledger": "what each day brought, to look at",
    "carry positions ledger --as hledger": "a journal, for hledger or Ledger",
    "carry positions ledger --as beancount --start 2026-05-01 --end 2026-06-01":
      "a month for beancount",
    "carry positions ledger --as csv --by-leg": "funding by leg, computed, as csv",
  },
  async run(context, { args, options }) {
    await checkOutput(context, options);
    const { byLeg = false, as, start, end } = options;
    const range = parseRange(options, await context.now(), "snapshots are of the past");
    const named = await withIdsFromStdin(context, args.id ?? []);
    const ids = named.length === 0 ? undefined : named;
    const wish = { range, ids };
    const data = byLeg
      ? await (await import("./by-leg.js")).legEntries(context, wish)
      : await (await import("./entries.js")).ledgerEntries(context, wish);
    const { printLedger } = await import("./print-ledger.js");
    const inputs = { start, end, position_ids: ids, by_leg: byLeg };
    await printLedger(context, data, { as, inputs });
    return exitCodeOf(data.failure);
  },
});

/** Refuses output options that `--as` excludes, and checks the others, before anything is read. */
async function checkOutput(context: Context, { as, byLeg = false }: Options): Promise<void> {
  const { output, json, csv, columns, sort, query, delimiter, eol, bom } = context.common;
  const refused = {
    ...{ output, json, csv, columns, sort, query },
    ...(as !== "csv" && { delimiter, eol, bom }),
  };
  const typed = Object.entries(refused).find(([, value]) => value !== undefined);
  if (as === undefined) await (await printerOf(context)).check(ledgerView(byLeg));
  else if (typed !== undefined) {
    throw new UsageError(
      `--as ${as} and --${typed[0]} exclude each other: --as is a format of its own`,
      "leave out one of them; without --as, -o prints the amounts",
    );
  }
}

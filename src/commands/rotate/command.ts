import { lastingHandle } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import { loadBook } from "../../book/load-book.js";
import { loadMoves } from "../../book/load-moves.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import type { Position } from "../../client/resources/position.js";
import type { Need } from "../../figures/figure.js";
import { REFRESH_OPTION } from "../../run/common-options.js";
import { defineCommand } from "../../run/define.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import type { OptionsData } from "../../run/option.js";
import { printNext } from "../../run/print.js";
import { chosenIn, printScreen, tableView } from "../../run/screen/screen.js";
import { SHARE } from "../../run/settings/kinds.js";
import { aroundMoves, movesAnswer, tableOf } from "./screen.js";

const OPTIONS = {
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill, such as 5bps or 0.05% (default: the profile's fees, else 5bps, which is said)",
  },
  all: { kind: "flag", help: "the best move of every position, however likely" },
  refresh: REFRESH_OPTION,
} as const satisfies OptionsData;

const NEEDS: ReadonlySet<Need> = new Set(["funding", "pool"]);

export const positionsRotate = defineCommand({
  description:
    "Show where a position is likely to earn more than moving costs: the other pairs of its asset by what they are likely to be paid in the next 7 days beyond the held one, offered from a chance of 80 % to have earned the fees within that time (formulas: carry explain next_7d_chance). Of named positions, and with --all of every one, the best move however likely. The change of basis, slippage, margin and moving collateral are left out",
  args: { id: OPEN_POSITIONS },
  options: OPTIONS,
  views: () => [tableView(tableOf())],
  examples: {
    "carry rotate": "the moves that are likely to earn their fees within 7 days",
    "carry rotate --all --fee 5.5bps": "the best move of every open position",
    "carry rotate bf25fbc4": "the best move of one",
    "carry rotate -o json --query totals.gain.value":
      "what the moves are likely to bring a day, for a script",
  },
  async run(context, { args, options: { fee, all = false } }): Promise<ExitCode> {
    const names = await withIdsFromStdin(context, args.id ?? []);
    const { declared } = await chosenIn(context, tableOf());
    const book = await loadBook(context, { names, needs: NEEDS });
    if (book.positions.length === 0 && book.failure !== undefined) return exitCodeOf(book.failure);
    refuseClosed(names, book.positions);
    const { moves, failure } = await loadMoves(context, book.client, book.all, fee);
    const rows = all || names.length > 0 ? moves.best : moves.counted;
    const fees = fee === undefined ? await context.setting("fees") : new Map([["default", fee]]);
    const shown = { moves, rows, heading: book.heading };
    await printScreen(context, {
      table: tableOf(shown),
      declared,
      answer: movesAnswer(declared),
      inputs: { now: book.all.inputs.now, names, fees, rows },
      rows,
      totals: moves,
      ...aroundMoves(shown),
    });
    const [first] = moves.counted;
    if (first?.to !== undefined) {
      const { long, short } = first.to;
      await printNext(context, [["funding", "compare", long.name, short.name]]);
    }
    return exitCodeOf(gravestOf([book.failure, failure]));
  },
});

/** @throws {UsageError} if the only position that is named holds nothing any more */
function refuseClosed(names: readonly string[], [position]: readonly Position[]): void {
  if (names.length !== 1 || position?.status !== "closed") return;
  throw new UsageError(
    `position ${lastingHandle(position)} is closed: it holds nothing that could move`,
    "`carry funding rank` compares pairs without a position",
  );
}

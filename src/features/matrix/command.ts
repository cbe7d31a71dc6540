import { sidesOf } from "../../analytics/market/held-markets.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import type { OptionsData } from "../../command/option.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { REFRESH_OPTION } from "../../command/refresh.js";
import { chosenMarkets, MARKETS_OF } from "../../portfolio/markets/chosen-markets.js";
import { positionsToMark } from "../../portfolio/markets/positions-to-mark.js";
import { oneOf } from "../../settings/kinds.js";
import { MATRIX_WINDOWS, matrixAnswer, matrixRows, ratedMarkets } from "./record.js";

const OPTIONS = {
  window: {
    kind: oneOf(MATRIX_WINDOWS),
    value: "days",
    help: "time over which funding is summed (default: 7d)",
  },
  refresh: REFRESH_OPTION,
} as const satisfies OptionsData;

export const fundingMatrix = defineCommand({
  description:
    "Show the settled funding of all markets: assets down, exchanges across, percent of notional a year over 1, 7 or 30 days; what open positions hold is bold with its side, and at the end of a row is the pair with the largest spread (formulas: carry explain matrix). Markets, assets and exchanges are as listed by the service, whose listing is not documented",
  args: MARKETS_OF,
  options: OPTIONS,
  views: () => [matrixRows()],
  examples: {
    "carry funding matrix": "every market over the last 7 days",
    "carry funding matrix BTC ETH --window 30d": "two assets over 30 days",
    "carry funding matrix -o csv": "one row per market, for a spreadsheet",
  },
  async run(context, typed) {
    const { window = "7d" } = typed.options;
    const { events, failure, ...source } = await chosenMarkets(context, typed, matrixRows());
    const positions = await positionsToMark(context);
    const held = positions && sidesOf(positions);
    const { matrixOf } = await import("./figures.js");
    const { matrixView } = await import("./page.js");
    const matrix = matrixOf(source.markets, events, window, source.now);
    const shown = { ...source, matrix, window, held };
    await printComputed(context, {
      json: () => matrixAnswer(held).json(shown),
      rows: ratedMarkets(matrix),
      view: matrixView(shown),
    });
    const [first] = matrix.assets;
    if (first?.best) await printNext(context, [["funding", "rank", first.asset]]);
    return exitCodeOf(failure);
  },
});

import { describe, it } from "vitest";
import { sandboxForFile } from "../support/sandbox.js";
import { hasTmux } from "../support/tmux.js";
import { checkScreen, screensOf } from "./kinds.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

/** Screens, by the names of their files. */
const VIEWS: Readonly<Record<string, string>> = {
  "positions-list": "positions list --performance",
  "positions-list-by-leg": "positions list --by-leg --performance --status open",
  "positions-get": "positions get 0de7 --performance",
  "positions-summary": "positions summary",
  "positions-summary-by-exchange": "positions summary --by exchange",
  "positions-risk": "positions risk --stress price=20%,basis=1%,funding=-1,down=bybit",
  "positions-outlook": "positions outlook",
  "positions-rotate": "positions rotate 0de7 --fee 5bps --top 12",
  "positions-upcoming": "positions upcoming",
  "positions-upcoming-by-time": "positions upcoming --by time",
  status: "status",
  "funding-history": "funding history 1 5 --start 1d",
  "funding-arbitrage": "funding arbitrage",
  "funding-chart": "funding history 1 --start 7d --chart",
  "funding-chart-several": "funding history 1 4 9 --start 30d --chart",
  "funding-compare": "funding compare 1 4",
  "funding-compare-chart": "funding compare 1 4 --start 14d --chart",
  "funding-backtest": "funding backtest 1 4 --fee 5bps --slippage 1bps --hold 7d",
  "funding-backtest-chart": "funding backtest 1 4 --fee 5bps --chart",
  "funding-rank": "funding rank BTC SOL --top 12 --max-holes 3",
  "funding-rank-markets": "funding rank BTC SOL --by market",
  assets: "assets",
};

const SCREENS = screensOf(VIEWS);

describe.runIf(hasTmux())("on a real terminal", () => {
  it.concurrent.for(SCREENS)("carry $line is $file", (screen, { expect }) =>
    checkScreen(screen, env(), expect),
  );
});

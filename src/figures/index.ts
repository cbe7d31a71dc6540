export type * from "../../generated/results.js";
export { UsageError } from "../base/usage-error.js";
export type {
  FundingEvent,
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../client/resources/records.js";
export { type BacktestOptions, backtestOf, type MarketPair } from "./backtest.js";
export { type Facts, HISTORY_MS, type Limits } from "./facts.js";
export { outlookOf } from "./outlook.js";
export { type PnlOptions, pnlOf, type Snapshot } from "./pnl.js";
export { type RankOptions, rankOf } from "./rank.js";
export { type RiskOptions, riskOf } from "./risk.js";
export { type RunResult, runOf } from "./run.js";
export { statusOf } from "./status.js";

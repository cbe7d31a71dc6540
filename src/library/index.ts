export { UsageError } from "../base/usage-error.js";
export type {
  FundingEvent,
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../client/resources/records.js";
export { type Facts, HISTORY_MS, type Limits } from "./facts.js";
export { type FiguresOptions, figuresOf } from "./figures.js";
export { type PnlOptions, pnlOf, type Snapshot } from "./pnl.js";
export { type RankOptions, rankOf } from "./rank.js";
export type { Result } from "./result.js";

export { UsageError } from "../../base/usage-error.js";
export type {
  FundingEvent,
  Leg,
  LegDetail,
  Performance,
  Position,
  PositionDetail,
} from "../../client/resources/records.js";
export { catalogue, type Declaration, type Subject } from "./catalogue.js";
export {
  type BookFigures,
  type BookInputs,
  computeBook,
  HISTORY_MS,
  type Limits,
} from "./figures.js";

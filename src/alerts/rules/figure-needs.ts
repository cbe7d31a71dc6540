import { fieldsOf } from "../../output/query/fields.js";
import { FUNDING_FIELDS } from "../records/funding-fields.js";
import { LEG_FIELDS } from "../records/leg-fields.js";
import { POSITION_FIELDS } from "../records/position-fields.js";
import { parseCondition } from "./plain-numbers.js";

/** Names known without the performance. Others need it: only beside it a closed leg shows. */
const LISTED: ReadonlySet<string> = new Set([
  ...["position_id", "asset", "status", "opened_at", "closed_at", "legs", "pair", "age_days"],
  ...["side", "exchange", "symbol", "market_id", "leverage", "quantity", "open_price"],
  ...["mark_price", "mark_price_updated_at"],
]);

const OF_FUNDING: ReadonlySet<string> = new Set([
  ...Object.keys(FUNDING_FIELDS),
  ...["attention", "reasons"],
  ...["paying", "fees_unearned", "margin_thin", "thin", "distance_sd"],
]);

const FIGURES: ReadonlySet<string> = new Set(
  [...Object.keys(POSITION_FIELDS), ...Object.keys(LEG_FIELDS)].filter((it) => !LISTED.has(it)),
);

/** Returns what the figures of expressions need. @throws {QueryError} for an invalid expression */
export function needsOf(expressions: readonly (readonly [option: string, expression: string])[]) {
  const names = expressions.flatMap(([option, expression]) =>
    fieldsOf(parseCondition(expression, option)).flatMap((path) => path.split(".")),
  );
  return {
    performance: names.some((name) => FIGURES.has(name)),
    funding: names.some((name) => OF_FUNDING.has(name)),
  };
}

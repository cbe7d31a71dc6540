import type { Limits } from "../analytics/position/limits.js";
import { ignoredText } from "../base/ignored.js";
import { type Field, type Fields, group, optional, plain } from "../output/record.js";
import { quantity } from "./row-fields.js";

/** The setting `margin`. */
const MARGIN_LIMIT: Field<Pick<Limits, "margin">> = group("margin", "Setting margin.", [
  plain("value", "number", "Amount.", ({ margin }) => margin.amount),
  plain("unit", ["percent", "sd"], "Unit of the value; sd: of the changes of a day.", (it) => {
    return it.margin.unit;
  }),
]);

/** The limits in effect, by the names of the options. */
export const LIMITS: Fields<Limits> = [
  quantity("imbalance", "percent", "Setting imbalance.", ({ imbalance }) => imbalance),
  amount("loss", "Setting loss."),
  amount("paying", "Setting paying, a day."),
  MARGIN_LIMIT,
  quantity("stale", "seconds", "Setting stale.", ({ staleMs }) => staleMs / 1000),
  quantity(
    "stale_performance",
    "seconds",
    "Setting stale-performance.",
    ({ stalePerformanceMs }) => {
      return stalePerformanceMs / 1000;
    },
  ),
  plain("ignore", "texts", "Setting ignore.", ({ ignore }) => ignore.map(ignoredText)),
];

function amount(name: "loss" | "paying", help: string): Field<Limits> {
  return group(name, help, [
    plain("value", "number", "Amount.", (limits) => limits[name].amount),
    plain("unit", ["usd", "percent"], "Unit of the value.", (limits) => limits[name].unit),
    optional(
      plain("base", ["notional"], "What a percentage is of; absent for USD.", () => "notional"),
      (limits) => limits[name].unit === "percent",
    ),
  ]);
}

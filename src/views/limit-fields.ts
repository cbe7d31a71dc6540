import type { Limits } from "../analytics/position/limits.js";
import { ignoredText } from "../base/ignored.js";
import { type Field, type Fields, group, optional, plain } from "../output/record.js";
import { quantity } from "./row-fields.js";

/** `--margin`. */
export const MARGIN_LIMIT: Field<Pick<Limits, "margin">> = group("margin", "--margin.", [
  plain("value", "number", "Amount.", ({ margin }) => margin.amount),
  plain("unit", ["percent", "sd"], "Unit of the value; sd: of the changes of a day.", (it) => {
    return it.margin.unit;
  }),
]);

/** The limits in effect, by the names of the options. */
export const LIMITS: Fields<Limits> = [
  quantity("imbalance", "percent", "--imbalance.", ({ imbalance }) => imbalance),
  amount("loss", "--loss."),
  amount("paying", "--paying, a day."),
  MARGIN_LIMIT,
  quantity("stale", "seconds", "--stale.", ({ staleMs }) => staleMs / 1000),
  quantity("stale_performance", "seconds", "--stale-performance.", ({ stalePerformanceMs }) => {
    return stalePerformanceMs / 1000;
  }),
  plain("ignore", "texts", "--ignore.", ({ ignore }) => ignore.map(ignoredText)),
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

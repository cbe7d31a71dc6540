import { Option } from "commander";
import type { Limits } from "../../analytics/limits.js";
import { ALL_CODES } from "../../base/reason-codes.js";
import type { Context } from "../../command/context.js";
import { offering } from "../../command/offers.js";

/** The limits of `status`, as they were typed. */
export interface LimitOptions {
  readonly imbalance?: string;
  readonly loss?: string;
  readonly paying?: string;
  readonly stale?: string;
  readonly stalePerformance?: string;
  readonly margin?: string;
  readonly ignore?: string;
}

const collect = (text: string, before: string | undefined) =>
  before === undefined ? text : `${before},${text}`;

export const limitOptions: readonly Option[] = [
  new Option(
    "--imbalance <percent>",
    "how far long and short may be apart, in percent of the larger (default: 2)",
  ),
  new Option(
    "--loss <limit>",
    "how much funding and prices may lose: 12 or 12usd, or of the notional 0.5% or 1bp (default: 10bp)",
  ),
  new Option(
    "--paying <limit>",
    "how much funding may cost a day, told like --loss (default: 1bp)",
  ),
  new Option(
    "--margin <percent>",
    "how near the price may be to where a leg's initial margin is gone (default: 10)",
  ),
  new Option("--stale <duration>", "from which age on a mark price is stale (default: 5m)"),
  new Option(
    "--stale-performance <duration>",
    "from which age on the performance is a reason (default: 1h)",
  ),
  new Option(
    "--ignore <code>",
    "leave out a reason; <code>:<beginning of a position id> of that position alone; repeatable",
  ).argParser(offering({ choices: ALL_CODES, list: true, repeatable: true }, collect)),
];

/**
 * The limits in force: option, profile, default.
 * @throws {InvalidSettingError} that names the one that is wrong
 */
export async function readLimits(context: Context, options: LimitOptions): Promise<Limits> {
  const imbalance = await context.setting("imbalance", options.imbalance);
  const loss = await context.setting("loss", options.loss);
  const paying = await context.setting("paying", options.paying);
  const margin = await context.setting("margin", options.margin);
  const staleMs = await context.setting("staleMs", options.stale);
  const stalePerformanceMs = await context.setting("stalePerformanceMs", options.stalePerformance);
  const ignore = await context.setting("ignore", options.ignore);
  const { Big } = await import("big.js");
  const amount = (limit: { unit: "usd" | "percent"; amount: string } | undefined) => ({
    unit: limit?.unit ?? "usd",
    amount: new Big(limit?.amount ?? 0),
  });
  return {
    imbalance: new Big(imbalance ?? 0),
    loss: amount(loss),
    paying: amount(paying),
    margin: new Big(margin ?? 0),
    staleMs: staleMs ?? 0,
    stalePerformanceMs: stalePerformanceMs ?? 0,
    ignore: ignore ?? [],
  };
}

import type { Limits } from "../../analytics/limits.js";
import type { Context } from "../../command/context.js";
import type { OptionsData } from "../../command/option.js";

/** Options of the limits of `status`; each is a setting. */
export const LIMIT_OPTIONS = {
  imbalance: { setting: "imbalance" },
  loss: { setting: "loss" },
  paying: { setting: "paying" },
  margin: { setting: "margin" },
  stale: { setting: "stale" },
  stalePerformance: { setting: "stale-performance" },
  ignore: { setting: "ignore" },
} as const satisfies OptionsData;

/**
 * Reads the limits from options, profile or defaults.
 * @throws {InvalidSettingError} naming the invalid limit
 */
export async function readLimits(context: Context): Promise<Limits> {
  const imbalance = await context.setting("imbalance");
  const loss = await context.setting("loss");
  const paying = await context.setting("paying");
  const margin = await context.setting("margin");
  const staleMs = await context.setting("stale");
  const stalePerformanceMs = await context.setting("stale-performance");
  const ignore = await context.setting("ignore");
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

import type { Limits } from "../../analytics/position/limits.js";
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
export async function readLimits({ setting }: Context): Promise<Limits> {
  const { Big } = await import("big.js");
  const percent = async (name: "imbalance" | "margin") => new Big((await setting(name)) ?? 0);
  const amount = async (name: "loss" | "paying") => {
    const { unit, amount: digits } = (await setting(name)) ?? { unit: "usd", amount: 0 };
    return { unit, amount: new Big(digits) };
  };
  return {
    imbalance: await percent("imbalance"),
    loss: await amount("loss"),
    paying: await amount("paying"),
    margin: await percent("margin"),
    staleMs: (await setting("stale")) ?? 0,
    stalePerformanceMs: (await setting("stale-performance")) ?? 0,
    ignore: (await setting("ignore")) ?? [],
  };
}

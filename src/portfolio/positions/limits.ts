import type { Limits, MarginLimit } from "../../analytics/position/limits.js";
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

/** Reads `--margin`. */
export async function marginLimit({ setting }: Pick<Context, "setting">): Promise<MarginLimit> {
  const { Big } = await import("big.js");
  const { unit, amount } = (await setting("margin")) ?? { unit: "sd", amount: 0 };
  return { unit, amount: new Big(amount) };
}

/**
 * Reads the limits from options, profile or defaults.
 * @throws {InvalidSettingError} naming the invalid limit
 */
export async function readLimits({ setting }: Context): Promise<Limits> {
  const { Big } = await import("big.js");
  const amount = async (name: "loss" | "paying") => {
    const { unit, amount: digits } = (await setting(name)) ?? { unit: "usd", amount: 0 };
    return { unit, amount: new Big(digits) };
  };
  return {
    imbalance: new Big((await setting("imbalance")) ?? 0),
    loss: await amount("loss"),
    paying: await amount("paying"),
    margin: await marginLimit({ setting }),
    staleMs: (await setting("stale")) ?? 0,
    stalePerformanceMs: (await setting("stale-performance")) ?? 0,
    ignore: (await setting("ignore")) ?? [],
  };
}

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
  const { exact } = await import("../../analytics/position/read-limits.js");
  return exact(await setting("margin"), "sd");
}

/** Reads the limits from options, profile or defaults. @throws {InvalidSettingError} */
export async function readLimits({ setting }: Context): Promise<Limits> {
  const { limitsOf } = await import("../../analytics/position/read-limits.js");
  return limitsOf({
    imbalance: await setting("imbalance"),
    loss: await setting("loss"),
    paying: await setting("paying"),
    margin: await setting("margin"),
    stale: await setting("stale"),
    stalePerformance: await setting("stale-performance"),
    ignore: await setting("ignore"),
  });
}

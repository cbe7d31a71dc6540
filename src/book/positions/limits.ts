import { type Limits, limitsOf } from "../../figures/engine/position/limits.js";
import type { Context } from "../../run/context.js";

/** Reads the limits from the profile, else their defaults. @throws {ConfigError} */
export async function readLimits({ setting }: Context): Promise<Limits> {
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

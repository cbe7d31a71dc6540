import type { Limits } from "../../analytics/position/limits.js";
import type { Context } from "../../command/context.js";

/** Reads the limits from the profile, else their defaults. @throws {ConfigError} */
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

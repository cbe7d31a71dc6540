import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";

/**
 * Returns the open positions of the portfolio, whose markets are marked; undefined without a portfolio or a
 * key, and if they cannot be fetched, which is only a warning since nothing but marks depends on them.
 */
export async function positionsToMark(context: Context): Promise<readonly Position[] | undefined> {
  if ((await context.setting("portfolio")) === undefined) return undefined;
  try {
    const { allPositions } = await import("../positions/every-position.js");
    const client = await context.client();
    return (await allPositions(context, client, { statuses: ["open"] })).positions;
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { kind, message } = context.failureOf(error);
    if (kind === "missing_key") return undefined;
    context.messages.warning("PART_FAILED", `held markets are not marked: ${message}`);
    return undefined;
  }
}

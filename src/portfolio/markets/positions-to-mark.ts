import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";

/**
 * Returns the open positions of the portfolio, whose markets are marked; undefined if none is set, without
 * a key, or if they cannot be fetched, which is a warning, since only marks rest on them.
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

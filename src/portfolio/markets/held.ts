import { heldLegs } from "../../analytics/position/held-legs.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";

/** How a pair is held: in its direction, or in the other one. */
export const HELD = ["same", "opposite"] as const;
export type Held = (typeof HELD)[number];

/** The long and the short market of each pair that is held, by their ids: `1 4`. */
export type HeldPairs = ReadonlySet<string>;

/**
 * Returns the pairs that the open positions of the portfolio hold; undefined if none is set, without a
 * key, or if they cannot be fetched, which is a warning, since only marks rest on them.
 */
export async function heldPairs(context: Context): Promise<HeldPairs | undefined> {
  const portfolioId = await context.setting("portfolio");
  if (portfolioId === undefined) return undefined;
  try {
    const { allPositions } = await import("../positions/every-position.js");
    const client = await context.client();
    return pairsOf(await allPositions(context, client, { portfolioId, statuses: ["open"] }));
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { kind, message } = context.failureOf(error);
    if (kind === "missing_key") return undefined;
    context.messages.warning("PART_FAILED", `pairs that are held are not marked: ${message}`);
    return undefined;
  }
}

/** Returns the pairs of markets that positions hold. */
export function pairsOf(positions: readonly Position[]): HeldPairs {
  const pairs = positions.flatMap((position) => {
    const legs = heldLegs(position);
    const ids = (wanted: string) =>
      legs.flatMap(({ side, market_id: id }) => (side === wanted && id !== null ? [id] : []));
    return ids("long").flatMap((long) => ids("short").map((short) => `${long} ${short}`));
  });
  return new Set(pairs);
}

/** Returns how a pair is held; undefined if it is not. */
export function heldAs(
  held: HeldPairs | undefined,
  { long, short }: { readonly long: number; readonly short?: number | undefined },
): Held | undefined {
  if (held?.has(`${long} ${short}`)) return "same";
  return held?.has(`${short} ${long}`) ? "opposite" : undefined;
}

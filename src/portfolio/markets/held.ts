import { heldLegs } from "../../analytics/position/held-legs.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";

/** How a pair is held: in its direction, or in the other one. */
export const HELD = ["same", "opposite"] as const;
export type Held = (typeof HELD)[number];

/** The long and the short market of each pair that is held, by their ids: `1 4`. */
export type HeldPairs = ReadonlySet<string>;

/** The side on which a market is held: by one position on one side, or on both. */
export const HELD_SIDES = ["long", "short", "both"] as const;
export type HeldSide = (typeof HELD_SIDES)[number];

/** Returns the pairs that the open positions hold; undefined as {@link heldSides}. */
export async function heldPairs(context: Context): Promise<HeldPairs | undefined> {
  const positions = await openPositions(context);
  return positions && pairsOf(positions);
}

/**
 * Returns the sides of the markets, by id, that the open positions of the portfolio hold; undefined if
 * none is set, without a key, or if they cannot be fetched, which is a warning, since only marks rest on
 * them.
 */
export async function heldSides(
  context: Context,
): Promise<ReadonlyMap<number, HeldSide> | undefined> {
  const positions = await openPositions(context);
  return positions && sidesOf(positions);
}

async function openPositions(context: Context): Promise<readonly Position[] | undefined> {
  const portfolioId = await context.setting("portfolio");
  if (portfolioId === undefined) return undefined;
  try {
    const { allPositions } = await import("../positions/every-position.js");
    const client = await context.client();
    return await allPositions(context, client, { portfolioId, statuses: ["open"] });
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { kind, message } = context.failureOf(error);
    if (kind === "missing_key") return undefined;
    context.messages.warning("PART_FAILED", `what is held is not marked: ${message}`);
    return undefined;
  }
}

function sidesOf(positions: readonly Position[]): ReadonlyMap<number, HeldSide> {
  const sides = new Map<number, HeldSide>();
  for (const { side, market_id: id } of positions.flatMap((it) => heldLegs(it))) {
    if (id === null || (side !== "long" && side !== "short")) continue;
    const other = sides.get(id);
    sides.set(id, other === undefined || other === side ? side : "both");
  }
  return sides;
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

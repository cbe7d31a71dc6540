import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { MARKET } from "../../command/kinds.js";
import type { ArchiveWish } from "../archive/archive-wish.js";
import { findMarkets, type Known } from "./find-markets.js";

/** Returns undefined when the archive was not named and is not there. */
export async function existingArchive(
  context: Context,
  wish: ArchiveWish | undefined,
): Promise<ArchiveWish | undefined> {
  if (wish === undefined || wish.isNamed) return wish;
  const { hasArchive } = await import("../archive/archived-funding.js");
  return (await hasArchive(context)) ? wish : undefined;
}

const sideOf = (side: "long" | "short") => {
  const help = `market of the ${side} side: binance:BTCUSDT, BTC/binance, or its id`;
  return { kind: MARKET, help } as const;
};

/** Arguments for the two markets of a hedge. */
export const LONG_SIDE = sideOf("long");
export const SHORT_SIDE = sideOf("short");

/** The two markets of a hedge. */
export interface FoundPair {
  readonly ids: readonly [long: number, short: number];
  readonly known: Known;
}

/**
 * Finds the markets of a hedge; reports those that are not found.
 * @throws {UsageError} if both are the same
 */
export async function findPair(
  context: Context,
  command: string,
  texts: readonly [long: string, short: string],
): Promise<FoundPair | Failure> {
  const { ids, known, failure } = await findMarkets(context, texts);
  if (failure !== undefined) return failure;
  const [long, short] = ids;
  if (long !== undefined && short !== undefined)
    return { ids: [long, short], known: await known() };
  throw new UsageError(
    `${command}: both markets are ${texts[0]}`,
    "name two different markets, the long side first",
  );
}

/** Warns of a spread between two assets, which is not a hedge. */
export function noteAssets(
  { messages }: Context,
  sides: readonly { readonly id: number; readonly asset?: string | undefined }[],
): void {
  const known = sides.filter(({ asset }) => asset !== undefined);
  if (new Set(known.map(({ asset }) => asset)).size < 2) return;
  const names = known.map(({ id, asset }) => `market ${id} is of ${asset}`).join(" and ");
  messages.warning("DIFFERENT_ASSETS", `${names}, as listed: a position in both is not a hedge`);
}

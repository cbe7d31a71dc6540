import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { MARKET } from "../../command/kinds.js";
import type { Range } from "../../command/times.js";
import type { ArchiveWish } from "../funding/archive-wish.js";
import { fetchSettledEvents } from "../funding/settled.js";
import type { SettledEvents } from "../funding/with-archive.js";
import { findMarkets, type Known } from "./find-markets.js";

/** Returns undefined when the archive was not named and is not there. */
export async function existingArchive(
  context: Context,
  wish: ArchiveWish | undefined,
): Promise<ArchiveWish | undefined> {
  if (wish === undefined || wish.isNamed) return wish;
  const { hasArchive } = await import("../funding/archived-funding.js");
  return (await hasArchive(context)) ? wish : undefined;
}

const sideOf = (side: "long" | "short") => {
  const help = `market of the ${side} side: binance:BTCUSDT, BTC/binance, or its id`;
  return { kind: MARKET, help } as const;
};

/** Arguments for the two markets of a hedge. */
export const LONG_SIDE = sideOf("long");
export const SHORT_SIDE = sideOf("short");

/** The two markets of a hedge with their settled funding, and what is known of markets. */
export interface FetchedPair {
  readonly markets: readonly [long: SettledEvents, short: SettledEvents];
  readonly known: Known;
}

/**
 * Finds the markets of a hedge and fetches their settled funding; reports those that are not found, or
 * that fail.
 * @returns the exit code when one is missing
 * @throws {UsageError} if both are the same
 */
export async function fetchPair(
  context: Context,
  command: string,
  texts: readonly [long: string, short: string],
  range: Range,
  wish: ArchiveWish | undefined,
): Promise<FetchedPair | ExitCode> {
  const { ids, known, failure } = await findMarkets(context, texts);
  if (failure !== undefined) return exitCodeOf(failure);
  if (ids.length < 2) {
    throw new UsageError(
      `${command}: both markets are ${texts[0]}`,
      "name two different markets, the long side first",
    );
  }
  const fetched = await fetchSettledEvents(context, ids, range, wish);
  const [long, short] = fetched.found;
  if (long === undefined || short === undefined) return exitCodeOf(fetched.failure);
  return { markets: [long, short], known: await known() };
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

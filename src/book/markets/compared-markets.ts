import { marketLabel, type NamedMarket } from "../../base/names/market-name.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import { UsageError } from "../../base/usage-error.js";
import type { BySide } from "../../figures/engine/position/legs.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";
import { MARKET } from "../../run/kinds.js";
import { fetchSettledEvents, type SettledEvents } from "../funding/settled-funding.js";
import { withIdsFromStdin } from "../positions/ids-from-stdin.js";
import { findMarkets } from "./find-markets.js";

const sideOf = (side: "long" | "short") => {
  const help = `market of the ${side} side: binance:BTCUSDT, BTC/binance, or its id`;
  return { kind: MARKET, help } as const;
};

/** Arguments for the two markets of a hedge. */
export const LONG_SIDE = sideOf("long");
export const SHORT_SIDE = sideOf("short");

/** The range of a hedge, milliseconds since the epoch. */
export interface PairRange {
  readonly start: number;
  readonly end: number;
  /** Earlier start of the events used to find the settlement intervals. */
  readonly rhythmFrom: number;
}

/** The two markets of a hedge with their settled funding. */
export interface FetchedPair {
  readonly markets: BySide<NamedMarket>;
  readonly events: BySide<SettledEvents>;
  readonly range: PairRange;
  readonly isArchived: boolean;
}

/**
 * Finds the markets of a hedge and fetches their settled funding; reports those that are not found, or
 * that fail, and warns of different assets.
 * @returns the exit code when one is missing
 * @throws {UsageError} if both are the same
 */
export async function fetchPair(
  context: Context,
  texts: readonly [long: string, short: string],
  range: PairRange,
  mayRead: boolean,
): Promise<FetchedPair | ExitCode> {
  const names = await withIdsFromStdin(context, texts, "market");
  const { ids, known, failure } = await findMarkets(context, names);
  if (failure !== undefined) return exitCodeOf(failure);
  if (ids.length !== 2) {
    const given = ids.length < 2 ? `both markets are ${names[0]}` : `${names.length} markets`;
    throw new UsageError(
      `funding compare: ${given}`,
      "name two different markets, the long side first",
    );
  }
  const asked = { start: range.rhythmFrom, end: range.end + MINUTE_MS };
  const fetched = await fetchSettledEvents(context, ids, asked, mayRead);
  const [long, short] = fetched.found;
  if (long === undefined || short === undefined) return exitCodeOf(fetched.failure);
  const namedAs = await known();
  const markets = { long: namedAs(long.marketId), short: namedAs(short.marketId) };
  noteAssets(context, markets);
  const isArchived = long.covered !== undefined;
  return { markets, events: { long, short }, range, isArchived };
}

/** Warns of a spread between two assets, which is not a hedge. */
function noteAssets({ messages }: Context, markets: BySide<NamedMarket>): void {
  const known = Object.values(markets).filter(({ asset }) => asset !== undefined);
  if (new Set(known.map(({ asset }) => asset?.toLowerCase())).size < 2) return;
  const names = known.map((it) => `${marketLabel(it)} is of ${it.asset}`).join(" and ");
  messages.warning("DIFFERENT_ASSETS", `${names}, as listed: a position in both is not a hedge`);
}

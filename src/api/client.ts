import type { HttpAnswer } from "../http/transport.js";
import type { Asset } from "./asset.js";
import { type ConnectionOptions, connect } from "./connection.js";
import {
  type FundingHistoryOptions,
  type FundingRecord,
  fundingHistory,
} from "./funding-history.js";
import { getPosition } from "./get-position.js";
import { listAssets } from "./list-assets.js";
import { type ListPositionsOptions, listPositions, type PositionPage } from "./list-positions.js";
import type { Item } from "./pages.js";
import type { PositionDetail } from "./position.js";
import { type PublicListing, publicListing } from "./public-listing.js";
import { getRaw, getRawPages, type RawRequest } from "./raw.js";

/** The service, typed: one method a call. */
export interface Client {
  /** The service's time, milliseconds since the epoch; the local one until it has told its own. */
  serviceNow(): number;
  /** Positions of a portfolio, page by page. Needs a key. */
  listPositions(options: ListPositionsOptions): AsyncGenerator<PositionPage>;
  /** One position with its legs in full. Needs a key. */
  getPosition(positionId: string, signal?: AbortSignal): Promise<Item<PositionDetail>>;
  /** Settled funding of a market, newest first. */
  fundingHistory(options: FundingHistoryOptions): Promise<Item<FundingRecord>[]>;
  /** The tracked assets. */
  listAssets(options?: {
    readonly classes?: readonly string[];
    readonly signal?: AbortSignal;
  }): Promise<Item<Asset>[]>;
  /** The public market listing; its payload is not documented. */
  fundingMarkets(signal: AbortSignal): Promise<PublicListing>;
  /** The public arbitrage listing; its payload is not documented. */
  fundingArbitrage(signal: AbortSignal): Promise<PublicListing>;
  /** The public history of a market; its payload is not documented. */
  marketHistory(marketId: number, signal: AbortSignal): Promise<PublicListing>;
  /** Any path below the base URL, answered byte for byte. */
  raw(request: RawRequest): Promise<HttpAnswer>;
  /** The items of all pages of any `{data, next_cursor}` envelope. */
  rawPages(request: RawRequest): AsyncGenerator<readonly Item<unknown>[]>;
}

const PUBLIC_FUNDING = "/api/v1/public/funding";

export function createClient(options: ConnectionOptions): Client {
  const connection = connect(options);
  return {
    serviceNow: connection.serviceNow,
    listPositions: (listOptions) => listPositions(connection, listOptions),
    getPosition: (positionId, signal) => getPosition(connection, positionId, signal),
    fundingHistory: (historyOptions) => fundingHistory(connection, historyOptions),
    listAssets: (assetOptions) => listAssets(connection, assetOptions),
    fundingMarkets: (signal) => publicListing(connection, `${PUBLIC_FUNDING}/markets`, signal),
    fundingArbitrage: (signal) => publicListing(connection, `${PUBLIC_FUNDING}/arbitrage`, signal),
    marketHistory: (marketId, signal) =>
      publicListing(connection, `${PUBLIC_FUNDING}/markets/${marketId}/history`, signal),
    raw: (request) => getRaw(connection, request),
    rawPages: (request) => getRawPages(connection, request),
  };
}

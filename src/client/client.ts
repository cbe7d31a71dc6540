import type { Connection } from "./connection.js";
import type { HttpAnswer } from "./http/transport.js";
import type { Item } from "./listing/pages.js";
import type { Asset } from "./resources/asset.js";
import {
  type FundingHistoryOptions,
  type FundingRecord,
  fundingHistory,
} from "./resources/funding-history.js";
import { getPosition } from "./resources/get-position.js";
import { type ListAssetsOptions, listAssets } from "./resources/list-assets.js";
import {
  type ListPositionsOptions,
  listPositions,
  type PositionPage,
} from "./resources/list-positions.js";
import type { Position, PositionDetail } from "./resources/position.js";
import { type PublicListing, publicListing } from "./resources/public-listing.js";
import { getRaw, getRawPages, type RawRequest } from "./resources/raw.js";

/** The service, typed: one method a call. A signal ends the call it is given to. */
export interface Client {
  /** The service's time, milliseconds since the epoch; the local one until it has told its own. */
  serviceNow(): number;
  /** Positions of a portfolio, one by one, every page followed. Needs a key. */
  positions(options: ListPositionsOptions): AsyncGenerator<Position>;
  /** Positions of a portfolio, page by page. Needs a key. */
  listPositions(options: ListPositionsOptions): AsyncGenerator<PositionPage>;
  /** One position with its legs in full. Needs a key. */
  getPosition(positionId: string, signal?: AbortSignal): Promise<Item<PositionDetail>>;
  /** Settled funding of a market, newest first. */
  fundingHistory(options: FundingHistoryOptions): Promise<Item<FundingRecord>[]>;
  /** The tracked assets. */
  listAssets(options?: ListAssetsOptions): Promise<Item<Asset>[]>;
  /** The public market listing; its payload is not documented. */
  fundingMarkets(signal?: AbortSignal): Promise<PublicListing>;
  /** The public arbitrage listing; its payload is not documented. */
  fundingArbitrage(signal?: AbortSignal): Promise<PublicListing>;
  /** The public history of a market; its payload is not documented. */
  marketHistory(marketId: number, signal?: AbortSignal): Promise<PublicListing>;
  /** Any path below the base URL, answered byte for byte; with the key where there is one. */
  raw(request: RawRequest): Promise<HttpAnswer>;
  /** The items of all pages of any `{data, next_cursor}` envelope. */
  rawPages(request: RawRequest): AsyncGenerator<readonly Item<unknown>[]>;
  /** Ends the connections that are kept alive. */
  close(): Promise<void>;
}

const PUBLIC_FUNDING = "/api/v1/public/funding";

/** @param close ends the connection */
export function clientOver(connection: Connection, close: () => Promise<void>): Client {
  const either = (own: AbortSignal | undefined): AbortSignal =>
    own === undefined || own === connection.signal
      ? connection.signal
      : AbortSignal.any([own, connection.signal]);
  const ended = <O extends { readonly signal?: AbortSignal }>(options: O) => ({
    ...options,
    signal: either(options.signal),
  });
  const listing = (path: string, signal: AbortSignal | undefined) =>
    publicListing(connection, `${PUBLIC_FUNDING}/${path}`, either(signal));
  return {
    serviceNow: connection.serviceNow,
    positions: (options) => oneByOne(listPositions(connection, ended(options))),
    listPositions: (options) => listPositions(connection, ended(options)),
    getPosition: (positionId, signal) => getPosition(connection, positionId, either(signal)),
    fundingHistory: (options) => fundingHistory(connection, ended(options)),
    listAssets: (options = {}) => listAssets(connection, ended(options)),
    fundingMarkets: (signal) => listing("markets", signal),
    fundingArbitrage: (signal) => listing("arbitrage", signal),
    marketHistory: (marketId, signal) => listing(`markets/${marketId}/history`, signal),
    raw: (request) => getRaw(connection, ended(request)),
    rawPages: (request) => getRawPages(connection, ended(request)),
    close,
  };
}

async function* oneByOne(pages: AsyncGenerator<PositionPage>): AsyncGenerator<Position> {
  for await (const page of pages) {
    for (const { value } of page.items) yield value;
  }
}

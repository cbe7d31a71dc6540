export type { DoubtedTime } from "../base/time/doubted-clock.js";
export type { Client } from "./client.js";
export type { CachedAnswer, CallOptions, ClassList, PublicCache } from "./connection.js";
export { createClient } from "./create-client.js";
export type { Doubt, OnDoubt } from "./doubt.js";
export {
  AnswerError,
  BodyTooLargeError,
  CarryError,
  type CarryErrorKind,
  ConnectionError,
  type ConnectionFault,
  HeadersTooLargeError,
  ListingError,
  MissingKeyError,
  NotHttpError,
  ProxySettingError,
  RedirectError,
  RefusedRequestError,
  ServiceError,
  TruncatedBodyError,
} from "./errors.js";
export type { HttpAnswer } from "./http/answer.js";
export type { AnswerEvent, RequestObserver, RetryEvent } from "./http/transport.js";
export type { Call } from "./listing/call.js";
export type { Item } from "./listing/item-pages.js";
export type { Listing, Page, PagedRecords } from "./listing/page.js";
export type { PublicListing } from "./listing/public-listing.js";
export type { ClientOptions } from "./options.js";
export type { PathEvent, PathMemory } from "./public-paths.js";
export type { Raw, RawOptions } from "./raw.js";
export type { SignalOptions } from "./resources/arguments.js";
export type { Assets, ListAssetsOptions } from "./resources/asset.js";
export type {
  Funding,
  FundingHistoryOptions,
  FundingRecord,
  FundingRecords,
} from "./resources/funding.js";
export type {
  ListedPosition,
  ListPositionsOptions,
  PerformanceChoice,
  Positions,
  PositionWithPerformance,
} from "./resources/position.js";
export type * from "./resources/records.js";
export type { Resolution } from "./resources/resolution.js";

export type { DoubtedTime } from "../base/time/doubted-clock.js";
export type { CallOptions } from "./call-options.js";
export { CarryError } from "./carry-error.js";
export type { Client } from "./client.js";
export type { CachedAnswer, ClassList, PublicCache } from "./connection.js";
export { createClient } from "./create-client.js";
export type { Doubt, OnDoubt } from "./doubt.js";
export type { CarryErrorKind, ConnectionFault } from "./error-kind.js";
export {
  AnswerError,
  ListingError,
  MissingKeyError,
  RefusedRequestError,
  ServiceError,
} from "./errors.js";
export {
  BodyTooLargeError,
  ConnectionError,
  HeadersTooLargeError,
  NotHttpError,
  ProxySettingError,
  RedirectError,
  TruncatedBodyError,
} from "./http/errors.js";
export type { AnswerEvent, RequestObserver, RetryEvent } from "./http/events.js";
export type { HttpAnswer } from "./http/transport.js";
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

export type { DoubtedTime } from "../base/time/doubted-clock.js";
export type { Client } from "./client.js";
export { createClient } from "./client.js";
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
export type { AnswerEvent, RetryEvent } from "./http/transport.js";
export type { Call, Item, Listing, Page, PagedRecords } from "./listing/items.js";
export type { PublicListing } from "./listing/public-listing.js";
export type {
  CachedAnswer,
  CallOptions,
  ClassList,
  ClientOptions,
  Doubt,
  OnDoubt,
  PublicCache,
} from "./options.js";
export type { Raw, RawOptions } from "./raw.js";
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
export type { SignalOptions } from "./resources/resource.js";
export type { Resolution } from "./resources/terms.js";

import type { FundingEvent } from "../../analytics/settled-event.js";
import type { Span } from "../../archive/read/spans.js";
import type { Item } from "../../client/listing/pages.js";
import type { FundingRecord } from "../../client/resources/funding.js";

/** Settled funding of one market, its events as `T`. */
export interface SettledAs<T> {
  readonly marketId: number;
  readonly records: readonly T[];
  /** What the archive and the service cover of it; undefined when no archive was read. */
  readonly covered?: readonly Span[];
}

/** Settled funding of one market, as sent. */
export type Settled = SettledAs<Item<FundingRecord>>;

/** Settled funding of one market, as figures need it. */
export type SettledEvents = SettledAs<FundingEvent>;

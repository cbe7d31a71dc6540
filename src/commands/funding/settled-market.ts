import type { Span } from "../../archive/read/spans.js";
import type { Item } from "../../client/listing/pages.js";
import type { FundingRecord } from "../../client/resources/funding.js";

/** Settled funding of one market, as sent. */
export interface Settled {
  readonly marketId: number;
  readonly records: readonly Item<FundingRecord>[];
  /** What the archive and the service cover of it; undefined when no archive was read. */
  readonly covered?: readonly Span[];
}

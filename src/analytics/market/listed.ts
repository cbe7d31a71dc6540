import { toDecimal } from "../../base/decimal.js";
import { instantOf } from "../../client/listing/record-time.js";

/** What the public market listing says of the next settlement of a market. */
export interface ListedSettlement {
  /** Milliseconds since the epoch; undefined if it names none. */
  readonly next: number | undefined;
  /** Decimal fraction in plain digits; undefined if it names none. */
  readonly rate: string | undefined;
  /** Time of the listing, milliseconds since the epoch. */
  readonly asOf: number;
}

/** Spellings of the fields, which are not documented. */
const TIMES = ["next_funding_time", "nextFundingTime", "next_funding_at", "nextFundingAt"] as const;
const RATES = [
  ...["next_funding_rate", "nextFundingRate"],
  ...["predicted_funding_rate", "predictedFundingRate", "predicted_rate", "predictedRate"],
] as const;

/** Returns the next settlement that a record of the undocumented public listing names; undefined if none. */
export function listedSettlement(record: unknown, asOf: number): ListedSettlement | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const fields = record as Readonly<Record<string, unknown>>;
  const firstOf = (names: readonly string[]) =>
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => fields[name])[0];
  const next = timeIn(firstOf(TIMES));
  const rate = toDecimal(firstOf(RATES))?.toFixed();
  return next === undefined && rate === undefined ? undefined : { next, rate, asOf };
}

function timeIn(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const time = instantOf(value);
  return Number.isNaN(time) ? undefined : time;
}

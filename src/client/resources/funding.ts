import * as z from "zod/mini";
import { decimalString, described, time } from "./fields.js";

/** One settled funding event of a market (resolution `event`). */
export const fundingPoint = z.looseObject({
  funding_time: described(time(), "Time of the settled funding event (ISO 8601 with offset)."),
  funding_rate: described(
    z.nullable(decimalString()),
    "Settled rate as a decimal fraction of the notional, carried as a string; null when there is none.",
  ),
  funding_interval: described(
    z.nullable(z.int()),
    "Funding period of the market; its unit is not documented.",
  ),
  mark_price: described(
    z.nullable(decimalString()),
    "Mark price at the event, carried as a string.",
  ),
});

/** A daily aggregate (resolution `1d`): its fields are not documented, so none is required. */
export const fundingDay = z.looseObject({});

export type { FundingDay, FundingPoint } from "./records.js";

import * as z from "zod/mini";
import { described } from "./fields.js";

/** A tracked asset with counts of its markets and exchanges. */
export const asset = z.looseObject({
  asset: described(z.string(), "Asset symbol."),
  name: described(z.string(), "Display name."),
  asset_class: described(z.string(), "Class of the asset, for example crypto."),
  market_count: described(z.int(), "Number of markets for the asset."),
  exchange_count: described(z.int(), "Number of exchanges listing the asset."),
});

export type { Asset } from "./records.js";

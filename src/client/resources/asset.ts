import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import { type Call, callOf } from "../listing/call.js";
import { type Item, pairWithSources } from "../listing/pages.js";
import { validate } from "../validate/answer.js";
import type { JsonAnswer } from "../validate/parse-json.js";
import { type SignalOptions, signalOf } from "./arguments.js";
import { everyHour } from "./cadence.js";
import { addressOf, defineEndpoint } from "./endpoint.js";
import { described } from "./fields.js";
import type { Asset } from "./records.js";
import type { Resource } from "./resource.js";

const asset = z.looseObject({
  asset: described(z.string(), "Asset symbol."),
  name: described(z.string(), "Display name."),
  asset_class: described(z.string(), "Class of the asset, for example crypto."),
  market_count: described(z.int(), "Number of markets for the asset."),
  exchange_count: described(z.int(), "Number of exchanges listing the asset."),
});

/** Options of a listing of assets. */
export interface ListAssetsOptions extends SignalOptions {
  /** Only assets of these classes, for example `crypto`; all when omitted. */
  readonly classes?: readonly string[] | undefined;
}

/** Calls for the tracked assets. */
export interface Assets {
  /**
   * Returns the tracked assets, in the order of the service. Needs no key.
   * @throws {CarryError} if the service cannot be reached, fails, or sends an unexpected answer
   */
  list(options?: ListAssetsOptions): Call<Asset[], Item<Asset>[]>;
}

const data = z.array(asset);
const list = defineEndpoint({
  about: "The tracked assets",
  path: "/v1/assets",
  needsKey: false,
  query: { asset_classes: described(z.array(z.string()), "Only assets of these classes.") },
  data,
  errors: [400],
  paged: false,
  freshUntil: everyHour,
});
const envelope = z.looseObject({ data });

export const assets = {
  records: {
    Asset: {
      about: "A tracked asset with counts of its markets and exchanges.",
      schema: asset,
      json: { name: "asset", printedBy: "carry assets" },
    },
  },
  endpoints: { list },
  callsOver: (connection) => ({
    list: (options = {}) =>
      callOf(listAssets(connection, options), (items) => items.map(({ value }) => value)),
  }),
} as const satisfies Resource<Assets>;

async function listAssets(
  connection: Connection,
  { classes, signal }: ListAssetsOptions,
): Promise<Item<Asset>[]> {
  const address = addressOf(list, {}, { asset_classes: classes });
  const read = (answer: JsonAnswer) =>
    pairWithSources(
      validate(envelope, answer.value, "the assets", connection.redactQuote).data,
      answer,
    );
  return connection.getPublic(address, read, signalOf(connection, signal));
}

export type { Asset } from "./records.js";

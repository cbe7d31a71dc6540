import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import { type Call, callOf, type Item, pairWithSources } from "../listing/items.js";
import { readRecords } from "../listing/read-records.js";
import { validate } from "../validate/answer.js";
import type { JsonAnswer } from "../validate/json-source.js";
import { UNREADABLE_TEXT } from "../validate/misfit.js";
import { described } from "./fields.js";
import type { Asset } from "./records.js";
import {
  addressOf,
  defineEndpoint,
  everyHour,
  type Resource,
  type SignalOptions,
  signalOf,
} from "./resource.js";

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

const list = defineEndpoint({
  about: "The tracked assets",
  path: "/v1/assets",
  needsKey: false,
  query: { asset_classes: described(z.array(z.string()), "Only assets of these classes.") },
  data: z.array(asset),
  errors: [400],
  paged: false,
  freshUntil: everyHour,
});
const envelope = z.looseObject({ data: z.array(z.unknown()) });

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
  const isRepeated = classes !== undefined && connection.classList === "repeat";
  const address = addressOf(list, {}, { asset_classes: isRepeated ? { each: classes } : classes });
  const read = (answer: JsonAnswer) => {
    const where = "the assets";
    const { data } = validate(envelope, answer.value, where, connection.redact);
    const reading = { schema: asset, where, path: "data", nameOf };
    return pairWithSources(readRecords<Asset>(connection, data, reading), answer);
  };
  const items = await connection.getPublic(address, read, signalOf(connection, signal));
  const isAskedFor = ({ value: { asset_class: own } }: Item<Asset>) =>
    own === UNREADABLE_TEXT ||
    (classes?.some((it) => it.toLowerCase() === own.toLowerCase()) ?? true);
  return items.filter(isAskedFor); // a service may ignore a parameter that it does not know
}

function nameOf({ asset }: Asset): string | undefined {
  return asset === UNREADABLE_TEXT ? undefined : `asset ${asset}`;
}

export type { Asset } from "./records.js";

import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import { type Item, pairWithSources } from "../listing/pages.js";
import { type JsonAnswer, validate } from "../validate/answer.js";
import { type Asset, asset } from "./asset.js";

export interface ListAssetsOptions {
  /** Only assets of these classes, for example `crypto`; all when omitted. */
  readonly classes?: readonly string[];
  readonly signal?: AbortSignal;
}

const envelope = z.looseObject({ data: z.array(asset) });

/** The tracked assets, of the given classes or all. */
export async function listAssets(
  connection: Connection,
  options: ListAssetsOptions = {},
): Promise<Item<Asset>[]> {
  const query = { asset_classes: options.classes };
  const read = (answer: JsonAnswer) =>
    pairWithSources(validate(envelope, answer.value, "the assets", connection.redact).data, answer);
  return connection.getPublic("/v1/assets", query, read, options.signal);
}

import { isRecord } from "../../base/collections.js";
import { type Address, listingUrls } from "../base-url.js";
import type { Connection } from "../connection.js";
import { CarryError } from "../errors.js";
import { elementSources, type JsonAnswer, memberSource } from "../validate/json-source.js";
import { type Item, pairWithSources } from "./items.js";
import { followCursors } from "./pages.js";

/** Content of an undocumented answer. */
export type Payload =
  | {
      readonly kind: "list";
      readonly items: readonly Item<unknown>[];
      /** null at the end, and without an envelope. */
      readonly nextCursor: string | null;
    }
  | { readonly kind: "one"; readonly item: Item<Readonly<Record<string, unknown>>> }
  /** Neither a list nor an object: a string, a number, null. */
  | { readonly kind: "other"; readonly item: Item<unknown> };

/**
 * Reads a bare array, `{data: [...]}`, `{data: [...], next_cursor}` and `{data: {...}}`; an object
 * without `data` is one record.
 */
export function readPayload(answer: JsonAnswer): Payload {
  const { value, text } = answer;
  if (Array.isArray(value)) {
    const sources = elementSources(text.trim());
    const items = value.map((item, index) => ({ value: item, source: sources[index] ?? "null" }));
    return { kind: "list", items, nextCursor: null };
  }
  if (!isRecord(value)) return { kind: "other", item: { value, source: text.trim() } };
  if (!Object.hasOwn(value, "data")) return { kind: "one", item: { value, source: text.trim() } };
  const { data, next_cursor: next } = value;
  if (Array.isArray(data)) {
    const nextCursor = typeof next === "string" && next !== "" ? next : null;
    return { kind: "list", items: pairWithSources(data, answer), nextCursor };
  }
  const source = memberSource(text, "data") ?? "null";
  if (isRecord(data)) return { kind: "one", item: { value: data, source } };
  return { kind: "other", item: { value: data, source } };
}

/** Payload of an undocumented public path; a list contains the records of all pages. */
export type PublicListing =
  | { readonly kind: "list"; readonly items: readonly Item<unknown>[] }
  | Exclude<Payload, { kind: "list" }>;

/**
 * Returns the records of all pages of a public listing. Where it is not found (404) under the usual prefix,
 * asks below `/v1` of the base URL.
 * @throws {ListingError} with the cursor of the page that failed; that of the usual path, if neither is found
 */
export async function publicListing(
  connection: Connection,
  { path, freshUntil }: Address,
  signal: AbortSignal,
): Promise<PublicListing> {
  const [first, second] = listingUrls(connection, path);
  if (first === undefined) throw new RangeError("no URL of the listing");
  const ask = (url: URL) =>
    allPages(connection, { base: url, path: "", query: {}, freshUntil }, signal);
  try {
    return await ask(first);
  } catch (error) {
    if (second === undefined || !isMissing(error)) throw error;
    return ask(second).catch((other: unknown) => {
      throw isMissing(other) ? error : other;
    });
  }
}

async function allPages(
  connection: Connection,
  address: Address,
  signal: AbortSignal,
): Promise<PublicListing> {
  const items: Item<unknown>[] = [];
  const pages = followCursors<unknown, ReturnType<typeof readPage>>({
    cursor: undefined,
    fetchPage: (cursor, pageSignal) =>
      connection.getPublic({ ...address, query: { cursor } }, readPage, pageSignal),
    eager: true,
    signal,
  });
  for await (const { page } of pages) {
    if (page.payload.kind !== "list") return page.payload;
    for (const item of page.items) items.push(item);
  }
  return { kind: "list", items };
}

/** Returns the payload as plain data: the records of a list, otherwise the value sent. */
export function plainListing(listing: PublicListing): unknown {
  return listing.kind === "list" ? listing.items.map(({ value }) => value) : listing.item.value;
}

function readPage(answer: JsonAnswer) {
  const payload = readPayload(answer);
  const { items, nextCursor } =
    payload.kind === "list" ? payload : { items: [payload.item], nextCursor: null };
  return { payload, items, nextCursor };
}

/** Reports whether the first page of a listing is not there. */
function isMissing(error: unknown): boolean {
  return error instanceof CarryError && error.kind === "not_found" && error.cursor === undefined;
}

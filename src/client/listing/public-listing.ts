import { isRecord } from "../../base/collections.js";
import { OTHER_PREFIX, USUAL_PREFIX } from "../base-url.js";
import type { Connection } from "../connection.js";
import { CarryError } from "../errors.js";
import type { Address } from "../resources/endpoint.js";
import { elementSources, type JsonAnswer, memberSource } from "../validate/json-source.js";
import { followCursors, type Item, pairWithSources } from "./item-pages.js";

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

/** @throws {ListingError} with the cursor of the page that failed */
export async function publicListing(
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

/** Returns the address of a public path under the prefix that was set, else the usual one. */
export function publicAddress({ publicPaths: { fixed } }: Connection, address: Address): Address {
  return { ...under(address, fixed ?? USUAL_PREFIX), isPublicBase: true };
}

/**
 * Returns the records of a public listing. Where it is not found (404) under the usual prefix, asks
 * below `/v1` of the base URL; what works is remembered and tried first the next time.
 * @throws {ListingError} that of the usual path, if neither is found
 */
export async function findListing(
  connection: Connection,
  address: Address,
  signal: AbortSignal,
): Promise<PublicListing> {
  const { fixed, memory, onFound } = connection.publicPaths;
  const usual = publicAddress(connection, address);
  if (fixed !== undefined) return publicListing(connection, usual, signal);
  const isOther = (await memory?.read()) === OTHER_PREFIX;
  const ways = [
    { ...usual, prefix: USUAL_PREFIX },
    { ...under(address, OTHER_PREFIX), prefix: OTHER_PREFIX },
  ] as const;
  const [first, second] = isOther ? [ways[1], ways[0]] : ways;
  try {
    return await publicListing(connection, first, signal);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const found = await publicListing(connection, second, signal).catch((other: unknown) => {
      throw isMissing(other) && !isOther ? error : other;
    });
    await memory?.write(second.prefix);
    onFound?.({ missing: first.path, found: second.path });
    return found;
  }
}

function under(address: Address, prefix: string): Address {
  return { ...address, path: prefix + address.path.slice(USUAL_PREFIX.length) };
}

/** Reports whether the first page of a listing is not there. */
function isMissing(error: unknown): boolean {
  return error instanceof CarryError && error.kind === "not_found" && error.cursor === undefined;
}

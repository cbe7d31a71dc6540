import type { Connection } from "../connection.js";
import type { Address } from "../resources/endpoint.js";
import type { JsonAnswer } from "../validate/parse-json.js";
import { followCursors, haveSameItems, type Item } from "./item-pages.js";
import { type Payload, readPayload } from "./payload.js";

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
  const pages = followCursors({
    cursor: undefined,
    fetchPage: (cursor, pageSignal) =>
      connection.getPublic({ ...address, query: { cursor } }, readPage, pageSignal),
    eager: true,
    repeats: (page, before) => haveSameItems(itemsOf(page.payload), itemsOf(before.payload)),
    signal,
  });
  for await (const { page } of pages) {
    if (page.payload.kind !== "list") return page.payload;
    for (const item of page.payload.items) items.push(item);
  }
  return { kind: "list", items };
}

/** Returns the payload as plain data: the records of a list, otherwise the value sent. */
export function plainListing(listing: PublicListing): unknown {
  return listing.kind === "list" ? listing.items.map(({ value }) => value) : listing.item.value;
}

function itemsOf(payload: Payload): { readonly items: readonly Item<unknown>[] } {
  return payload.kind === "list" ? payload : { items: [payload.item] };
}

function readPage(answer: JsonAnswer) {
  const payload = readPayload(answer);
  return { answer, payload, nextCursor: payload.kind === "list" ? payload.nextCursor : null };
}

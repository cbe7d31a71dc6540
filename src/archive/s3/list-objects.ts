import { BOUNDS } from "../../base/bounds.js";
import type { StoredObject } from "../store.js";
import type { S3Connection } from "./connection.js";
import { unexpected } from "./refusal.js";
import { childText, parseXml, type XmlElement } from "./xml.js";

/** An object of a listing. */
export interface ListedObject extends StoredObject {
  /** When it was written, by the store's clock; milliseconds since the epoch. */
  readonly modifiedAt: number;
}

const LIST = "list the objects of";

/**
 * Lists the objects whose name begins with a prefix, page by page (ListObjectsV2).
 * @param prefix relative to the root
 * @returns the objects by name, with the store's time when it answered
 * @throws as {@link S3Connection.send}, also for a listing that cannot be read
 */
export async function listObjects(connection: S3Connection, prefix: string) {
  const { location } = connection;
  const { root } = location;
  const found = new Map<string, ListedObject>();
  const seen = new Set<string>();
  let namesLength = 0;
  let stale = 0; // pages in a row without a new object
  for (let token: string | undefined; ; ) {
    const answer = await connection.send({
      method: "GET",
      action: LIST,
      query: {
        "list-type": "2",
        prefix: root + prefix,
        ...(token !== undefined && { "continuation-token": token }),
      },
    });
    const page = readPage(answer.body.toString("utf8"), root + prefix);
    if (page === undefined || (page.next !== undefined && seen.has(page.next))) {
      throw unexpected(LIST, location, "the answer is no listing of S3");
    }
    const before = found.size;
    for (const { name: key, ...rest } of page.objects) {
      const name = key.slice(root.length);
      if (!found.has(name)) namesLength += name.length;
      found.set(name, { ...rest, name });
    }
    stale = found.size === before ? stale + 1 : 0;
    if (page.next === undefined) {
      // Some programs create an empty object with the name of a folder.
      const objects = [...found.values()].filter(({ name }) => name !== "" && !name.endsWith("/"));
      const { storeNow, storeDate } = answer;
      objects.sort((a, b) => (a.name < b.name ? -1 : 1));
      return { objects, storeNow, storeDate };
    }
    seen.add(page.next);
    const excess = excessOf({ pages: seen.size, objects: found.size, namesLength, stale });
    if (excess !== undefined) throw unexpected(LIST, location, excess);
    token = page.next;
  }
}

/** Returns why a listing that goes on is given up; undefined when it is not. */
function excessOf(read: Record<"pages" | "objects" | "namesLength" | "stale", number>) {
  const { pages, objects, namesLength } = BOUNDS.bucket;
  if (read.stale >= BOUNDS.service.stalePages) {
    return `the listing does not advance: ${read.stale} pages in a row without a new object`;
  }
  if (read.objects > objects || read.namesLength > namesLength) {
    return `it has more than ${objects} objects, or their names are too long`;
  }
  return read.pages >= pages ? `it has more than ${pages} pages` : undefined;
}

/** Reads a page of a listing; undefined when the text is no page of objects with this prefix. */
function readPage(text: string, prefix: string) {
  const page = parseXml(text);
  if (page?.name !== "ListBucketResult") return undefined;
  const contents = page.children.filter(({ name }) => name === "Contents");
  const objects = contents.map(readObject).filter((object) => object?.name.startsWith(prefix));
  if (objects.length < contents.length) return undefined;
  const isLast = childText(page, "IsTruncated") !== "true";
  const next = childText(page, "NextContinuationToken");
  if (!isLast && !next) return undefined;
  return {
    objects: objects.filter((object) => object !== undefined),
    next: isLast ? undefined : next,
  };
}

function readObject(element: XmlElement): ListedObject | undefined {
  const name = childText(element, "Key");
  const size = childText(element, "Size") ?? "";
  const modifiedAt = Date.parse(childText(element, "LastModified") ?? "");
  if (
    !name ||
    name.length > BOUNDS.bucket.nameBytes ||
    !/^\d{1,15}$/.test(size) ||
    Number.isNaN(modifiedAt)
  )
    return undefined;
  // A copy: a substring would keep the whole answer in memory.
  return { name: Buffer.from(name).toString(), size: Number(size), modifiedAt };
}

import { ArchiveError } from "../errors.js";
import type { StoredObject } from "../store.js";
import type { S3Connection } from "./connection.js";
import { NO_S3 } from "./refusal.js";
import { childText, parseXml, type XmlElement } from "./xml.js";

/** An object as a listing has it. */
export interface ListedObject extends StoredObject {
  /** When it was written, by the store's clock; milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** A whole listing. */
export interface Listing {
  readonly objects: readonly ListedObject[];
  /** The store's time when it answered, milliseconds since the epoch. */
  readonly storeNow: number;
}

/**
 * Lists the objects whose name begins with a prefix, page by page (ListObjectsV2).
 * @param prefix relative to the root
 * @throws as {@link S3Connection.send}, also for a listing that cannot be read
 */
export async function listObjects(connection: S3Connection, prefix: string): Promise<Listing> {
  const { location } = connection;
  const { root } = location;
  const objects: ListedObject[] = [];
  const seen = new Set<string>();
  for (let token: string | undefined; ; ) {
    const answer = await connection.send({
      method: "GET",
      action: "list the objects of",
      query: {
        "list-type": "2",
        prefix: root + prefix,
        ...(token !== undefined && { "continuation-token": token }),
      },
    });
    const page = readPage(answer.body.toString("utf8"), root + prefix);
    if (page === undefined || (page.next !== undefined && seen.has(page.next))) {
      throw new ArchiveError(
        "archive_unreachable",
        `cannot list the objects of ${location.where}: the answer is no listing of S3`,
        NO_S3,
      );
    }
    for (const { name: key, ...rest } of page.objects) {
      // Some programs mark a folder by an empty object with its name.
      if (!key.endsWith("/")) objects.push({ ...rest, name: key.slice(root.length) });
    }
    if (page.next === undefined) return { objects: sorted(objects), storeNow: answer.storeNow };
    seen.add(page.next);
    token = page.next;
  }
}

function sorted(objects: readonly ListedObject[]): readonly ListedObject[] {
  return [...objects].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface ListPage {
  /** Named by their whole keys. */
  readonly objects: readonly ListedObject[];
  /** Token of the next page; undefined for the last one. */
  readonly next: string | undefined;
}

/** Returns undefined when the text is not a page of the objects with this prefix. */
function readPage(text: string, prefix: string): ListPage | undefined {
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
  if (!name || !/^\d{1,15}$/.test(size) || Number.isNaN(modifiedAt)) return undefined;
  return { name, size: Number(size), modifiedAt };
}

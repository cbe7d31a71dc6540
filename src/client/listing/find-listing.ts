import type { Connection } from "../connection.js";
import { CarryError } from "../errors.js";
import { OTHER_PREFIX, USUAL_PREFIX } from "../public-paths.js";
import type { Address } from "../resources/endpoint.js";
import { type PublicListing, publicListing } from "./public-listing.js";

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

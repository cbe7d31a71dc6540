import type { Secrets } from "../../base/secrets.js";
import type { ArchiveStore } from "../store.js";
import { connectS3, type S3Options, type S3Surroundings } from "./connection.js";
import { readS3Keys } from "./keys.js";
import { listObjects } from "./list-objects.js";
import { INTERNAL, parseS3Location } from "./location.js";
import { takeS3Lock } from "./lock.js";
import { readObject } from "./read-object.js";
import { escapeKey } from "./sign.js";
import { createS3Writer } from "./write-object.js";

/** How many objects are removed at the same time. */
const REMOVALS = 4;

/**
 * Opens an archive in a bucket of S3. Nothing is sent yet.
 * @param location `s3://bucket/prefix?region=…&endpoint=…`
 * @throws {UsageError} when the location cannot be used
 * @throws {ArchiveError} of kind `archive_refused` when a key is missing or malformed
 */
export function openS3Store(
  location: string,
  surroundings: S3Surroundings & { readonly secrets: Secrets },
  options: S3Options = {},
): ArchiveStore {
  const { env, secrets } = surroundings;
  const place = parseS3Location(location, env);
  const keys = readS3Keys(env, place.where);
  secrets.add(keys.secretAccessKey);
  if (keys.sessionToken !== undefined) secrets.add(keys.sessionToken);
  const connection = connectS3(place, keys, surroundings, options);
  const writer = createS3Writer(connection);
  return {
    where: place.where,
    url: new URL(escapeKey(place.root), place.bucketUrl).href,
    async list(prefix) {
      const { objects, storeDate: now } = await listObjects(connection, prefix);
      const data = objects.filter(({ name }) => !name.startsWith(INTERNAL));
      const ageOf = (modifiedAt: number) => (now === undefined ? undefined : now - modifiedAt);
      return data.map(({ name, size, modifiedAt }) => ({ name, size, age: ageOf(modifiedAt) }));
    },
    read: (name) => readObject(connection, name),
    create: writer.create,
    replace: writer.put,
    async remove(names) {
      const rest = [...names];
      const removeNext = async () => {
        for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
          await writer.remove(name);
        }
      };
      await Promise.all(Array.from({ length: REMOVALS }, removeNext));
    },
    async removeUnfinished() {}, // an object exists as a whole, or not at all
    lock: (name) => takeS3Lock({ connection, writer }, name),
    close: () => connection.close(),
  };
}

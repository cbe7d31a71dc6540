import { ArchiveError } from "../errors.js";

/** Keys that sign requests. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary keys. */
  readonly sessionToken: string | undefined;
}

/**
 * Reads the keys from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN.
 * @param where the bucket, for messages
 * @throws {ArchiveError} of kind `archive_refused` when one is missing, or cannot be a key
 */
export function readS3Keys(
  env: Readonly<Record<string, string | undefined>>,
  where: string,
): S3Keys {
  const read = (name: string): string | undefined => {
    const value = env[name];
    if (value === undefined || value === "") return undefined;
    if (/^[\x21-\x7e]+$/.test(value)) return value;
    throw new ArchiveError(
      "archive_refused",
      `${name} contains characters that are not valid in a key, such as a space or a line break`,
      "copy the key again, without any other text",
    );
  };
  const required = (name: string): string => {
    const value = read(name);
    if (value !== undefined) return value;
    throw new ArchiveError(
      "archive_refused",
      `${where} needs a key, and ${name} is not set`,
      "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_SESSION_TOKEN for temporary keys",
    );
  };
  return {
    accessKeyId: required("AWS_ACCESS_KEY_ID"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
    sessionToken: read("AWS_SESSION_TOKEN"),
  };
}

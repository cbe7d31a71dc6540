import { createHash } from "node:crypto";
import aws4 from "aws4";
import type { S3Keys } from "./keys.js";

/** A request as it will be sent. */
export interface UnsignedRequest {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Inputs of a signature. */
export interface Signing {
  readonly keys: S3Keys;
  readonly region: string;
  /** Milliseconds since the epoch; a store refuses a time more than 15 minutes from its own. */
  readonly now: number;
}

/**
 * Returns the headers of a request with its signature (AWS Signature Version 4) and the SHA-256 of the body,
 * which the store checks.
 */
export function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { keys, region, now }: Signing,
): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  const signed = aws4.sign(
    {
      service: "s3",
      region,
      method,
      host: url.host,
      path: url.pathname + url.search,
      headers: {
        ...headers,
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        "x-amz-date": new Date(now).toISOString().replace(/[-:]|[.]\d{3}/g, ""),
      },
    },
    { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  );
  return Object.fromEntries(
    Object.entries(signed.headers ?? {}).map(([name, value]) => [name.toLowerCase(), `${value}`]),
  );
}

/** Escapes a key for the path of a URL, as the signature wants it (RFC 3986). */
export function escapeKey(key: string): string {
  return key.split("/").map(escapePart).join("/");
}

/** Makes the query of a URL, as the signature wants it. */
export function queryOf(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map((pair) => pair.map(escapePart).join("="));
  return pairs.join("&");
}

function escapePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

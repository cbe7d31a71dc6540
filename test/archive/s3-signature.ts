import { createHash, createHmac } from "node:crypto";

/*
 * AWS Signature Version 4 for headers, written down from the documentation of Amazon S3 ("Authenticating
 * Requests: Using the Authorization Header") and not with the library that carry uses, to check it.
 */

/** A request as it was received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Returns the signature that a request has to have. */
export function expectedSignature(request: ReceivedRequest, secretAccessKey: string): string {
  const { date, region, signedHeaders } = authorizationOf(request);
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    scope,
    createHash("sha256").update(canonicalRequest(request, signedHeaders)).digest("hex"),
  ].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Takes the `Authorization` header apart. */
export function authorizationOf({ headers }: ReceivedRequest) {
  const [, accessKeyId = "", date = "", region = "", signedHeaders = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  return { accessKeyId, date, region, signedHeaders: signedHeaders.split(";"), signature };
}

function canonicalRequest(
  { method, target, headers }: ReceivedRequest,
  signed: readonly string[],
): string {
  const [path = "", query = ""] = target.split("?");
  const pairs = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`;
    });
  const lines = signed.map(
    (name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  return [
    method,
    path
      .split("/")
      .map((part) => encoded(decodeURIComponent(part)))
      .join("/"),
    pairs.sort().join("&"),
    lines.join(""),
    signed.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
}

/** Everything but A-Z a-z 0-9 - . _ ~ is escaped, byte by byte. */
function encoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, "0");
      return /[\w.~-]/.test(character) ? character : `%${hex}`;
    })
    .join("");
}

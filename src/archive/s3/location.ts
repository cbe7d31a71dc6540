import { UsageError } from "../../base/usage-error.js";
import { isLoopback } from "../../client/http/loopback.js";

type Env = Readonly<Record<string, string | undefined>>;

/** Place of an archive in a bucket. */
export interface S3Location {
  /** `s3://bucket/prefix`, as shown in messages. */
  readonly where: string;
  readonly bucket: string;
  /** Prefix of the key of every object: empty, or ending with `/`. */
  readonly root: string;
  /** Region that requests are signed for. */
  readonly region: string;
  /** URL of the bucket, ending with `/`. */
  readonly bucketUrl: URL;
}

/** Region when none is named; stores other than AWS ignore it. */
const DEFAULT_REGION = "us-east-1";

/** Prefix of the names of carry's own objects, locks and probes, which are left out of listings. */
export const INTERNAL = ".carry/";

const PARAMETERS = ["region", "endpoint"];
const EXAMPLE = "a bucket looks like s3://bucket/prefix?region=eu-central-1";

/** Reports whether the text names a bucket rather than a directory. */
export function isS3Location(text: string): boolean {
  return /^s3:/i.test(text);
}

/**
 * Reads `s3://bucket/prefix?region=…&endpoint=…`. What the URL leaves out is taken from AWS_REGION or
 * AWS_DEFAULT_REGION, and from AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL.
 * @throws {UsageError} for another URL, for credentials in it, and for an endpoint with plain http that is
 *   not loopback
 */
export function parseS3Location(text: string, env: Env): S3Location {
  const [, authority = "", path = "", query = ""] =
    /^s3:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?$/i.exec(text) ?? [];
  if (authority.includes("@")) throw credentialsIn("the S3 URL");
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(authority)) {
    throw new UsageError("the S3 URL does not name a bucket", EXAMPLE);
  }
  const root = rootOf(path);
  const where = `s3://${authority}/${root}`.replace(/\/$/, "");
  const parameters = parametersOf(query, where);
  const region =
    parameters.get("region") || env.AWS_REGION || env.AWS_DEFAULT_REGION || DEFAULT_REGION;
  if (!/^[a-z0-9-]{1,64}$/i.test(region)) {
    throw new UsageError(`the region of ${where} is not valid`, "a region looks like eu-central-1");
  }
  const endpoint =
    parameters.get("endpoint") || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || undefined;
  const bucketUrl =
    endpoint === undefined ? awsUrl(authority, region) : urlAt(endpoint, authority, where);
  return { where, bucket: authority, root, region, bucketUrl };
}

/** Returns the root for a prefix of names between single slashes: a URL does not keep `.` and `..`. */
function rootOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed === "") return "";
  const isPlain = (part: string) => part !== "" && part !== "." && part !== "..";
  if (/\p{Cc}/u.test(trimmed) || !trimmed.split("/").every(isPlain)) {
    throw new UsageError("the prefix in the S3 URL is not valid", EXAMPLE);
  }
  return `${trimmed}/`;
}

function parametersOf(query: string, where: string): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (PARAMETERS.includes(name)) continue;
    throw new UsageError(
      `the URL of ${where} has the parameter "${name}", which has no meaning`,
      "region and endpoint are known; keys are taken from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    );
  }
  return parameters;
}

/** A bucket without a dot in its name is part of the host, for which AWS's certificate holds. */
function awsUrl(bucket: string, region: string): URL {
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  const isName = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket);
  return new URL(isName ? `https://${bucket}.${host}/` : `https://${host}/${bucket}/`);
}

function urlAt(endpoint: string, bucket: string, where: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || /[?#]/.test(endpoint)) {
    throw new UsageError(
      `the endpoint of ${where} is not a URL`,
      "an endpoint looks like https://s3.example.com; AWS_ENDPOINT_URL_S3 or the URL's endpoint has it",
    );
  }
  if (url.username !== "" || url.password !== "") throw credentialsIn(`the endpoint of ${where}`);
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new UsageError(
      `the endpoint of ${where}, ${url.origin}, is not used: plain http is readable on the way`,
      "use https; http is accepted for loopback only",
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${bucket}/`;
  return url;
}

function credentialsIn(what: string): UsageError {
  return new UsageError(
    `${what} has credentials in it, which other users of this machine can read`,
    "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead",
  );
}

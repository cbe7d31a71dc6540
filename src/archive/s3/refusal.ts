import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/shortened.js";
import type { HttpAnswer } from "../../client/http/transport.js";
import { ArchiveError } from "../errors.js";
import type { S3Location } from "./location.js";
import { childText, parseXml } from "./xml.js";

/**
 * Reads the XML of an error. Source: "Error responses" of the Amazon S3 API reference.
 * @returns the code, such as `NoSuchKey`; none when the answer is not S3's
 */
export function readRefusal({ body }: HttpAnswer): { code?: string | undefined; message?: string } {
  const root = parseXml(body.toString("utf8"));
  if (root?.name !== "Error") return {};
  const code = childText(root, "Code")?.trim().slice(0, 64) || undefined;
  const message = shortened(childText(root, "Message")?.trim() ?? "", BOUNDS.quoted.aside);
  return { code, ...(message && { message }) };
}

/** Hint when something other than S3 answers. */
export const NO_S3 = "check the endpoint (AWS_ENDPOINT_URL_S3), and that S3 answers there";

/** Describes an answer that S3 does not give. @param action such as `list the objects of` */
export function unexpected(action: string, { where }: S3Location, reason: string): ArchiveError {
  return new ArchiveError("archive_unexpected", `cannot ${action} ${where}: ${reason}`, NO_S3);
}

/** Variable with the key that a store does not accept, by the code of its error. */
const VARIABLE_OF_CODE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: "AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY",
  ExpiredToken: "AWS_SESSION_TOKEN",
  InvalidToken: "AWS_SESSION_TOKEN",
  TokenRefreshRequired: "AWS_SESSION_TOKEN",
};

/* Codes of AWS for a request to another region than the bucket's. */
const OTHER_REGION = new Set(["PermanentRedirect", "AuthorizationHeaderMalformed"]);

/** Describes an error that no caller handles. @param action such as `write objects of` */
export function describeRefusal(
  answer: HttpAnswer,
  { where, bucket, bucketUrl }: S3Location,
  action: string,
): ArchiveError {
  const { status, headers } = answer;
  const { code, message } = readRefusal(answer);
  const said = [code ?? `status ${status}`, message].filter((part) => part !== undefined);
  const saying = said.join(": ");
  if (status >= 500 || status === 429) {
    return new ArchiveError(
      "archive_unreachable",
      `cannot ${action} ${where}: the store failed (${saying})`,
      "try again later; what was written is kept",
    );
  }
  if (code === undefined) {
    return new ArchiveError(
      "archive_unreachable",
      `cannot ${action} ${where}: ${bucketUrl.origin} does not answer as S3 (${saying})`,
      NO_S3,
    );
  }
  if (code === "NoSuchBucket") {
    return new ArchiveError(
      "archive_missing",
      `there is no bucket ${bucket} at ${bucketUrl.origin}`,
      "create it first, or check its name and the endpoint (AWS_ENDPOINT_URL_S3)",
    );
  }
  const region = headers["x-amz-bucket-region"];
  if (OTHER_REGION.has(code) || (status >= 300 && status < 400)) {
    return new ArchiveError(
      "archive_missing",
      `the bucket ${bucket} is in another region${region === undefined ? "" : `, ${region}`}`,
      `name it in AWS_REGION or in the URL: ${where}?region=${region ?? "<region>"}`,
    );
  }
  return ofKey(code, status, saying, `${action} ${where}`);
}

function ofKey(code: string, status: number, saying: string, what: string): ArchiveError {
  const variable = VARIABLE_OF_CODE[code];
  if (variable !== undefined) {
    return new ArchiveError(
      "archive_refused",
      `cannot ${what}: the store does not accept ${variable} (${saying})`,
      `check ${variable}; access key, secret key and session token belong together`,
    );
  }
  if (code === "RequestTimeTooSkewed") {
    return new ArchiveError(
      "archive_refused",
      `cannot ${what}: the clock of this machine differs too much from the store's`,
      "set the clock",
    );
  }
  if ((status === 403 || status === 401) && code !== "QuotaExceeded") {
    return new ArchiveError(
      "archive_refused",
      `cannot ${what}: the store refused it to the key in AWS_ACCESS_KEY_ID (${saying})`,
      "a reader's key may list the bucket and read objects in it, that of a sync write them too, and that of compact and forget delete them",
    );
  }
  return new ArchiveError("archive", `cannot ${what}: the store refused it (${saying})`);
}

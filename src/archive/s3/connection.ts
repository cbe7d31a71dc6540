import type { Clock } from "../../base/time/clock.js";
import { VERSION } from "../../base/version.js";
import { CarryError } from "../../client/carry-error.js";
import type { ConnectionFault } from "../../client/error-kind.js";
import { isSuccess } from "../../client/http/answer.js";
import { ConnectionError } from "../../client/http/errors.js";
import { createTransport, type HttpAnswer, type Transport } from "../../client/http/transport.js";
import { ArchiveError } from "../errors.js";
import { withGrace } from "./grace.js";
import type { S3Keys } from "./keys.js";
import type { S3Location } from "./location.js";
import { describeRefusal, NO_S3, readRefusal } from "./refusal.js";
import { escapeKey, queryOf, signedHeaders } from "./sign.js";

/** What a connection to a bucket uses of the program. */
export interface S3Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 to 1, for jitter. */
  readonly random: () => number;
  /** Ends every request some seconds after it was aborted. */
  readonly signal: AbortSignal;
}

/** Time limit, retries and observer of a connection. */
export interface S3Options {
  /** Milliseconds for one attempt, more for large bodies; 30 000 when omitted. */
  readonly timeoutMs?: number | undefined;
  /** How many times a failed request is tried again; 3 when omitted. */
  readonly retries?: number | undefined;
  /** Called with one line for each answer and each new attempt. */
  readonly onDetail?: ((line: string) => void) | undefined;
}

/** A request below the root of an archive. */
export interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE";
  /** The action in messages, before the location: `list the objects of`. */
  readonly action: string;
  /** Name of an object relative to the root; undefined for the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** An answer for the caller: a success, or an error with one of the accepted codes. */
export interface S3Answer extends HttpAnswer {
  /** Code of an error, such as `NoSuchKey`; undefined for a success. */
  readonly code: string | undefined;
  /** The store's time, else this computer's, milliseconds since the epoch. */
  readonly storeNow: number;
  /** The store's time; undefined when the answer has none. */
  readonly storeDate: number | undefined;
}

/** Sends signed requests to one bucket. */
export interface S3Connection extends Omit<S3Surroundings, "env"> {
  readonly location: S3Location;
  /**
   * Sends a request, with the transport's retries.
   * @param accepted codes of errors that are returned as answers
   * @throws {ArchiveError} of kind `archive_unreachable` when the store cannot be reached, fails, or is
   *   none; `archive_unexpected` for an answer that is not HTTP, cut off or too large; `archive_refused`;
   *   `archive_missing`; or `archive` for any other refusal
   * @throws the signal's reason, some seconds after it was aborted
   */
  send(request: S3Request, accepted?: readonly string[]): Promise<S3Answer>;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const CONNECTIONS = 4;

/** Milliseconds that each MiB of a body adds to an attempt, for 256 KiB a second. */
const MS_PER_MIB = 4_000;
const MIB = 1024 * 1024;

/** Opens the connection to a bucket. Nothing is sent yet. */
export function connectS3(
  location: S3Location,
  keys: S3Keys,
  surroundings: S3Surroundings,
  options: S3Options = {},
): S3Connection {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { clock, random } = surroundings;
  const { signal, stop } = withGrace(surroundings.signal, clock);
  const transport = openTransport({ ...surroundings, signal }, { ...options, timeoutMs });
  let ahead = 0; // milliseconds that the store's clock is ahead, once it has refused this one
  const send = (request: S3Request): Promise<HttpAnswer> => {
    const { method, body } = request;
    const url = urlOf(request, location);
    const headers = { accept: "*/*", "accept-encoding": "identity", ...request.headers };
    const signing = { keys, region: location.region, now: clock.now() + ahead };
    return transport.send(url, {
      method,
      body,
      headers: signedHeaders({ method, url, headers, body }, signing),
      timeoutMs: timeoutMs + Math.floor((body?.length ?? 0) / MIB) * MS_PER_MIB,
    });
  };
  const resend = (answer: HttpAnswer, request: S3Request): Promise<HttpAnswer> | undefined => {
    const theirs = timeOf(answer);
    if (theirs === undefined || readRefusal(answer).code !== "RequestTimeTooSkewed")
      return undefined;
    ahead = theirs - clock.now();
    return send(request);
  };
  return {
    ...{ location, clock, random, signal },
    async send(request, accepted = []) {
      const answer = await reaching(location, request.action, async () => {
        const first = await send(request);
        return isSuccess(first.status) ? first : ((await resend(first, request)) ?? first);
      });
      const storeDate = timeOf(answer);
      const times = { storeDate, storeNow: storeDate ?? clock.now() };
      if (isSuccess(answer.status)) return { ...answer, ...times, code: undefined };
      const { code } = readRefusal(answer);
      if (code !== undefined && accepted.includes(code)) return { ...answer, ...times, code };
      throw describeRefusal(answer, location, request.action);
    },
    close: () => {
      stop();
      return transport.close();
    },
  };
}

function openTransport(
  { env, clock, random, signal }: S3Surroundings,
  { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, onDetail }: S3Options,
): Transport {
  return createTransport({
    userAgent: `carry-cli/${VERSION}`,
    timeoutMs,
    retries,
    connections: CONNECTIONS,
    clock,
    random,
    signal,
    env,
    onRetry: ({ attempt, cause, waitMs }) =>
      onDetail?.(`attempt ${attempt} failed (${cause}); trying again in ${Math.round(waitMs)} ms`),
    onAnswer: ({ url, status, bytes, ms }) =>
      onDetail?.(`${url.origin}${url.pathname} ${status}, ${bytes} bytes, ${ms} ms`),
  });
}

function urlOf({ name, query = {} }: S3Request, { bucketUrl, root }: S3Location): URL {
  const url = new URL(bucketUrl);
  if (name !== undefined) url.pathname += escapeKey(root + name);
  url.search = queryOf(query);
  return url;
}

/** The store's time, milliseconds since the epoch; undefined when it does not say. */
function timeOf({ headers }: HttpAnswer): number | undefined {
  const theirs = Date.parse(headers.date ?? "");
  return Number.isNaN(theirs) ? undefined : theirs;
}

/** Turns errors of the transport into errors of the archive. */
async function reaching<T>(
  { where }: S3Location,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CarryError)) throw error;
    const message = `cannot ${action} ${where}: ${error.message}`;
    if (error instanceof ConnectionError) {
      throw new ArchiveError("archive_unreachable", message, HINTS[error.fault], { cause: error });
    }
    const kind = ANSWERED_WRONGLY.has(error.kind) ? "archive_unexpected" : "archive_unreachable";
    throw new ArchiveError(kind, message, NO_S3, { cause: error });
  }
}

/** Failures for which an answer came, but a wrong one. */
const ANSWERED_WRONGLY: ReadonlySet<string> = new Set([
  "truncated",
  "not_http",
  "body_too_large",
  "headers_too_large",
]);

/** Hints where trying again is not the first thing to do. */
const HINTS: Readonly<Partial<Record<ConnectionFault, string>>> = {
  dns: "check the endpoint (AWS_ENDPOINT_URL_S3), the region and the network",
  refused: "check the endpoint (AWS_ENDPOINT_URL_S3), and that the store is running",
  tls: "check the endpoint (AWS_ENDPOINT_URL_S3); a private authority is trusted with NODE_EXTRA_CA_CERTS",
  proxy: "check HTTP_PROXY, HTTPS_PROXY and NO_PROXY; credentials go into the proxy's URL",
};

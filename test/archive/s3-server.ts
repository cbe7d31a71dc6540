import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { authorizationOf, expectedSignature } from "./s3-signature.js";

export const ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE";
export const SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
export const BUCKET = "desk-archive";

/** An object of the bucket. */
export interface ServedObject {
  readonly body: Buffer;
  readonly token?: string | undefined;
  readonly modifiedAt: number;
}

/** What a fault does with a request: refuses it, or does it and loses the answer. */
export type Fault =
  | {
      readonly status: number;
      readonly code?: string;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  | "lose-answer"
  | undefined;

export interface S3ServerOptions {
  /** Objects on a page of a listing; 1000 when omitted. */
  readonly pageSize?: number;
  /** Writes over what is there in spite of `If-None-Match: *`. */
  readonly ignoresIfNoneMatch?: boolean;
  /** Lists no object, as a store does that takes its time. */
  readonly listsNothing?: boolean;
  /** Sends objects whole, whatever the range. */
  readonly ignoresRange?: boolean;
  /** Chooses a fault for the n-th request, from 1, before it is served. */
  readonly fault?: (request: SeenRequest, count: number) => Fault;
  /** The store's clock; the system's when omitted. */
  readonly now?: () => number;
}

/** A request as a test looks at it. */
export interface SeenRequest {
  readonly method: string;
  /** Key of the object; empty for the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** Serves one bucket on loopback as S3 does, closed at the end of the test. */
export async function s3Server(options: S3ServerOptions = {}) {
  const objects = new Map<string, ServedObject>();
  const requests: SeenRequest[] = [];
  const now = options.now ?? Date.now;
  const server = createServer(async (message, response) => {
    const request = await receive(message);
    requests.push(request);
    const fault = options.fault?.(request, requests.length);
    const refused =
      typeof fault === "object" ? { ...refusal(fault.status, fault.code), ...fault } : undefined;
    const reply = refused ?? unsigned(message, request, now()) ?? serve(request, objects, options);
    if (fault === "lose-answer") return void message.socket.destroy();
    const headers = { date: new Date(now()).toUTCString(), ...reply.headers };
    response.writeHead(reply.status, headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, objects, requests };
}

async function receive(message: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const url = new URL(message.url ?? "/", "http://store");
  const [, , ...key] = url.pathname.split("/").map(decodeURIComponent);
  const headers = message.headers as Record<string, string | undefined>;
  const body = Buffer.concat(chunks);
  return {
    method: message.method ?? "",
    key: key.join("/"),
    query: url.searchParams,
    headers,
    body,
  };
}

/** Refuses a request whose signature, time or body hash is wrong. */
function unsigned(message: IncomingMessage, request: SeenRequest, now: number): Reply | undefined {
  const { headers, method, body } = request;
  const received = { method, target: message.url ?? "", headers };
  const { accessKeyId, signature, signedHeaders } = authorizationOf(received);
  if (accessKeyId !== ACCESS_KEY) return refusal(403, "InvalidAccessKeyId");
  const stamp = headers["x-amz-date"] ?? "";
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(at - now) < 900_000)) return refusal(403, "RequestTimeTooSkewed");
  const isWhole = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) =>
    signedHeaders.includes(name),
  );
  if (!isWhole || signature !== expectedSignature(received, SECRET_KEY)) {
    return refusal(403, "SignatureDoesNotMatch");
  }
  const sum = createHash("sha256").update(body).digest("hex");
  return sum === headers["x-amz-content-sha256"]
    ? undefined
    : refusal(400, "XAmzContentSHA256Mismatch");
}

function serve(
  request: SeenRequest,
  objects: Map<string, ServedObject>,
  options: S3ServerOptions,
): Reply {
  const { method, key, headers, body } = request;
  const found = objects.get(key);
  if (key === "") {
    return list(
      request.query,
      options.listsNothing ? new Map() : objects,
      options.pageSize ?? 1000,
    );
  }
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  if (method === "PUT") {
    if (found && headers["if-none-match"] === "*" && !options.ignoresIfNoneMatch) {
      return refusal(412, "PreconditionFailed");
    }
    const token = headers["x-amz-meta-carry-token"];
    objects.set(key, { body, token, modifiedAt: (options.now ?? Date.now)() });
    return { status: 200 };
  }
  return found === undefined ? refusal(404, "NoSuchKey") : get(found, headers, options);
}

function get(
  { body, token }: ServedObject,
  { range, "if-match": wanted }: SeenRequest["headers"],
  { ignoresRange }: S3ServerOptions,
): Reply {
  const etag = createHash("md5").update(body).digest("hex");
  if (wanted !== undefined && wanted !== etag) return refusal(412, "PreconditionFailed");
  const headers = { etag, ...(token !== undefined && { "x-amz-meta-carry-token": token }) };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (from === undefined || ignoresRange) return { status: 200, headers, body };
  if (Number(from) >= body.length) return refusal(416, "InvalidRange");
  const part = body.subarray(Number(from), Number(to) + 1);
  const span = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
  return { status: 206, headers: { ...headers, "content-range": span }, body: part };
}

function list(query: URLSearchParams, objects: Map<string, ServedObject>, size: number): Reply {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
    .sort();
  const page = keys.slice(0, size);
  const contents = page.map((key) => {
    const { body, modifiedAt } = objects.get(key) as ServedObject;
    const at = new Date(modifiedAt).toISOString();
    return `<Contents><Key>${xmlText(key)}</Key><LastModified>${at}</LastModified><ETag>&quot;x&quot;</ETag><Size>${body.length}</Size></Contents>`;
  });
  const more = keys.length > size;
  const next = more
    ? `<NextContinuationToken>${xmlText(page.at(-1) ?? "")}</NextContinuationToken>`
    : "";
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${more}</IsTruncated>${contents.join("")}${next}</ListBucketResult>`,
  );
}

function refusal(status: number, code?: string): Reply {
  if (code === undefined) return { status, body: "<html>" };
  return xml(status, `<Error><Code>${code}</Code><Message>as asked for</Message></Error>`);
}

function xml(status: number, body: string): Reply {
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` };
}

function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

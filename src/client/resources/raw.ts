import { resolvePath } from "../base-url.js";
import type { Connection } from "../connection.js";
import { AnswerError, RefusedRequestError } from "../errors.js";
import type { HttpAnswer } from "../http/transport.js";
import { followCursors, haveSameItems, type Item, type RawPage } from "../listing/pages.js";
import { readPayload } from "../listing/payload.js";
import { assertSuccess, readJson } from "../validate/answer.js";

/** A path below the base URL, with query parameters to add to its own. */
export interface RawRequest {
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly signal?: AbortSignal;
}

/**
 * Any path of the service, its answer untouched.
 * @throws {RefusedRequestError} when the path leads to another origin or out of the base URL
 * @throws {ServiceError} when the status is no success
 */
export async function getRaw(connection: Connection, request: RawRequest): Promise<HttpAnswer> {
  const answer = await connection.getRaw(rawUrl(connection.baseUrl, request), request.signal);
  assertSuccess(answer, connection.now());
  return answer;
}

/**
 * The items of all pages of a `{data, next_cursor}` envelope.
 * @throws {AnswerError} when the answer is none
 */
export async function* getRawPages(
  connection: Connection,
  request: RawRequest,
): AsyncGenerator<readonly Item<unknown>[]> {
  const first = rawUrl(connection.baseUrl, request);
  const pages = followCursors<ItemsPage>({
    cursor: undefined,
    fetchPage: async (cursor, signal) => {
      const url = cursor === undefined ? first : withParameter(first, "cursor", cursor);
      const answer = readJson(await connection.getRaw(url, signal), connection.now());
      const payload = readPayload(answer);
      if (payload.kind !== "list") {
        throw new AnswerError(`${url.pathname} has no pages: its data is not a list`);
      }
      return { answer, nextCursor: payload.nextCursor, items: payload.items };
    },
    eager: true,
    repeats: haveSameItems,
    signal: request.signal ?? connection.signal,
  });
  for await (const { page } of pages) yield page.items;
}

interface ItemsPage extends RawPage {
  readonly items: readonly Item<unknown>[];
}

function rawUrl(base: URL, { path, query = [] }: RawRequest): URL {
  if (path === "") {
    throw new RefusedRequestError("api: the path is empty", "name one, such as /v1/assets");
  }
  const root = resolvePath(base, "/");
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//");
  const url = isAbsolute ? absoluteUrl(base, path) : new URL(`.${path.replace(/^\/*/, "/")}`, root);
  if (url.origin !== base.origin) {
    throw new RefusedRequestError(
      `api: "${path}" is at another origin than the base URL ${base.origin}`,
      "name a path below it, such as /v1/assets",
    );
  }
  if (!url.pathname.startsWith(root.pathname)) {
    throw new RefusedRequestError(`api: "${path}" is outside of the base URL ${base.href}`);
  }
  return query.reduce((full, [name, value]) => addParameter(full, name, value), url);
}

/** What stands in the query already is not touched. */
function addParameter(url: URL, name: string, value: string): URL {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const added = new URL(url);
  added.search = url.search === "" ? pair : `${url.search}&${pair}`;
  return added;
}

/** The same parameter, should it be there, is replaced. */
function withParameter(url: URL, name: string, value: string): URL {
  const others = new URL(url);
  const pairs = url.search.slice(1).split("&");
  others.search = pairs.filter((pair) => pair.split("=")[0] !== name).join("&");
  return addParameter(others, name, value);
}

function absoluteUrl(base: URL, path: string): URL {
  if (!URL.canParse(path, base.href)) {
    throw new RefusedRequestError(`api: "${path}" is neither a path nor a URL`);
  }
  const url = new URL(path, base);
  if (url.username === "" && url.password === "") return url;
  throw new RefusedRequestError(
    "api: the URL has a user name or a password in it, which the service does not take",
    "leave them out; the API key is sent along",
  );
}

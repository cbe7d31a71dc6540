import { resolvePath } from "./base-url.js";
import type { Connection } from "./connection.js";
import { RefusedRequestError } from "./errors.js";
import type { HttpAnswer } from "./http/answer.js";
import { type SignalOptions, signalOf } from "./resources/resource.js";
import { assertSuccess } from "./validate/answer.js";

/** Options of a call for any path. */
export interface RawOptions extends SignalOptions {
  /** Query parameters to add to those of the path: pairs, or a `URLSearchParams`. */
  readonly query?: Iterable<readonly [name: string, value: string]> | undefined;
}

/** Calls for any path below the base URL, with the key, if there is one. */
export interface Raw {
  /**
   * Returns the answer of a path unchanged: status, headers, and the bytes of the body.
   * @param path such as `/v1/assets`, or a URL below the base URL
   * @throws {RefusedRequestError} if the path leads to another origin or out of the base URL
   * @throws {ServiceError} for a status outside 2xx
   */
  get(path: string, options?: RawOptions): Promise<HttpAnswer>;
}

/** Creates the calls for any path. */
export function rawOver(connection: Connection): Raw {
  return {
    async get(path, { query, signal } = {}) {
      const url = rawUrl(connection.baseUrl, path, query);
      const answer = await connection.getRaw(url, signalOf(connection, signal));
      assertSuccess(answer, connection.now());
      return answer;
    },
  };
}

function rawUrl(base: URL, path: string, query: RawOptions["query"] = []): URL {
  if (path === "") {
    throw new RefusedRequestError("api: the path is empty", "use a path such as /v1/assets");
  }
  const root = resolvePath(base, "/");
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//");
  const url = isAbsolute ? absoluteUrl(base, path) : new URL(`.${path.replace(/^\/*/, "/")}`, root);
  if (url.origin !== base.origin) {
    throw new RefusedRequestError(
      `api: "${path}" is not at the origin of the base URL ${base.origin}`,
      "use a path below it, such as /v1/assets",
    );
  }
  if (!url.pathname.startsWith(root.pathname)) {
    throw new RefusedRequestError(`api: "${path}" is outside of the base URL ${base.href}`);
  }
  return [...query].reduce((full, [name, value]) => addParameter(full, name, value), url);
}

/** Adds a parameter and leaves the existing query as it is. */
function addParameter(url: URL, name: string, value: string): URL {
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const added = new URL(url);
  added.search = url.search === "" ? pair : `${url.search}&${pair}`;
  return added;
}

function absoluteUrl(base: URL, path: string): URL {
  if (!URL.canParse(path, base.href)) {
    throw new RefusedRequestError(`api: "${path}" is neither a path nor a URL`);
  }
  const url = new URL(path, base);
  if (url.username === "" && url.password === "") return url;
  throw new RefusedRequestError(
    "api: the URL contains a user name or a password",
    "remove them; the API key is sent in a header",
  );
}

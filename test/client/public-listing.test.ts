import { describe, expect, it } from "vitest";
import type { Connection } from "../../src/client/connection.js";
import { ServiceError } from "../../src/client/errors.js";
import {
  type Payload,
  plainListing,
  publicListing,
  readPayload,
} from "../../src/client/listing/public-listing.js";
import type { JsonAnswer } from "../../src/client/validate/json-source.js";

const answer = (text: string): JsonAnswer => ({ text, value: JSON.parse(text) });
const ADDRESS = { path: "/api/v1/public/funding/markets", query: {}, freshUntil: undefined };
const { signal } = new AbortController();

describe("an undocumented answer", () => {
  const sources = (payload: Payload) =>
    payload.kind === "list" ? payload.items.map(({ source }) => source) : payload.item.source;

  it.each<[string, Payload["kind"], string | string[]]>([
    ['{"data":[1.0,{"a":2}]}', "list", ["1.0", '{"a":2}']],
    [" [1.0, 2] ", "list", ["1.0", "2"]],
    ['{"data":{"a":1.0}}', "one", '{"a":1.0}'],
    [' {"a":1.0} ', "one", '{"a":1.0}'],
    ['{"data":null}', "other", "null"],
    ['{"data":"x"}', "other", '"x"'],
    [" 1.0 ", "other", "1.0"],
    ["null", "other", "null"],
  ])("%s is a list, a record or something else, as sent", (text, kind, expected) => {
    const payload = readPayload(answer(text));
    expect([payload.kind, sources(payload)]).toEqual([kind, expected]);
    const { value } = answer(text) as { value: { data?: unknown } | null };
    const data =
      typeof value === "object" && value !== null && "data" in value ? value.data : value;
    expect(plainListing(payload)).toEqual(data);
  });

  it("has a cursor only if that is a text in a list", () => {
    const cursor = (text: string) => {
      const payload = readPayload(answer(text));
      return payload.kind === "list" ? payload.nextCursor : "no list";
    };
    expect(cursor('{"data":[],"next_cursor":"a"}')).toBe("a");
    for (const none of ['"",', "null,", "7,"]) {
      expect(cursor(`{"next_cursor":${none}"data":[]}`)).toBeNull();
    }
    expect([cursor('{"data":[]}'), cursor("[]")]).toEqual([null, null]);
  });
});

/** A connection to a service that answers by path and cursor: a text, or the status of an error. */
function service(
  answers: (path: string, cursor: unknown) => string | number,
  publicPaths?: string,
) {
  const asked: string[] = [];
  const getPublic: Connection["getPublic"] = async ({ base, query }, read) => {
    asked.push(`${base?.host} ${base?.pathname} ${query.cursor ?? ""}`.trim());
    const said = answers(base?.pathname ?? "", query.cursor);
    if (typeof said === "number")
      throw new ServiceError(said, `status ${said} of ${base?.pathname}`);
    return read(answer(said));
  };
  const bases = { baseUrl: new URL("https://base"), publicBaseUrl: new URL("https://public") };
  const connection = { getPublic, ...bases, publicPaths } as unknown as Connection;
  return { asked, connection };
}

const USUAL = "public /api/v1/public/funding/markets";
const OTHER = "base /v1/funding/markets";

/** Finds the listing; the message of the error if that fails. */
const found = (connection: Connection) =>
  publicListing(connection, ADDRESS, signal).then(plainListing, (error: Error) => error.message);

describe("a public listing", () => {
  it("has the items of all of its pages", async () => {
    const pages: Record<string, string> = {
      undefined: '{"data":[1,2],"next_cursor":"a"}',
      a: '{"data":[],"next_cursor":"b"}',
      b: '{"data":[3]}',
    };
    const { connection, asked } = service((_path, cursor) => pages[String(cursor)] ?? 500);
    expect(await found(connection)).toEqual([1, 2, 3]);
    expect(asked).toEqual([USUAL, `${USUAL} a`, `${USUAL} b`]);
  });

  it("is what was sent where that is no list", async () => {
    const { connection } = service(() => '{"data":{"open":true}}');
    expect(await found(connection)).toEqual({ open: true });
  });

  it("ends where the same page comes without an end", async () => {
    let count = 0;
    const { connection } = service(() => `{"data":[1],"next_cursor":"c${++count}"}`);
    expect(await found(connection)).toContain("100 pages in a row without a new record");
  });
});

describe("the path of a public listing", () => {
  it("is the other one where nothing is at the usual one", async () => {
    const { connection, asked } = service((path) => (path.startsWith("/v1") ? "[1]" : 404));
    expect(await found(connection)).toEqual([1]);
    expect(asked).toEqual([USUAL, OTHER]);
  });

  it("that was set is the only one", async () => {
    const { connection, asked } = service(() => 404, "/x");
    expect(await found(connection)).toBe("status 404 of /x/funding/markets");
    expect(asked).toEqual(["public /x/funding/markets"]);
  });

  it("is not looked for elsewhere where the usual one fails otherwise, or on a later page", async () => {
    const failing = service(() => 500);
    expect(await found(failing.connection)).toBe(`status 500 of ${ADDRESS.path}`);
    expect(failing.asked).toEqual([USUAL]);
    const later = service((_path, cursor) =>
      cursor === undefined ? '{"data":[1],"next_cursor":"a"}' : 404,
    );
    expect(await found(later.connection)).toBe(`status 404 of ${ADDRESS.path}`);
    expect(later.asked).toEqual([USUAL, `${USUAL} a`]);
  });

  it("fails as the usual one does where neither is there, and as the other one where that fails", async () => {
    const error = async (usual: number, other: number) => {
      const { connection } = service((path) => (path.startsWith("/v1") ? other : usual));
      return await found(connection);
    };
    expect(await error(404, 503)).toBe("status 503 of /v1/funding/markets");
    expect(await error(404, 404)).toBe(`status 404 of ${ADDRESS.path}`);
  });
});

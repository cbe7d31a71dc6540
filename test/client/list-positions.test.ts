import { describe, expect, it, onTestFinished } from "vitest";
import {
  AnswerError,
  ListingError,
  MissingKeyError,
  ServiceError,
} from "../../src/client/errors.js";
import { createClient } from "../../src/client/index.js";
import type { Item, Page } from "../../src/client/listing/items.js";
import type { ListPositionsOptions, Position } from "../../src/client/resources/position.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

type Script = (query: URLSearchParams, count: number) => unknown;

/** A service whose answers are scripted: an object is a page, a number is an error status. */
async function service(script: Script, clientOptions: { key?: string; prefix?: string } = {}) {
  const server = await faultyServer((socket, request, count) => {
    const path = request.split(" ")[1] ?? "";
    const said = script(new URL(path, "http://x").searchParams, count);
    if (typeof said === "number") socket.write(answer(said, '{"code":"X","message":"scripted"}'));
    else socket.write(answer(200, typeof said === "string" ? said : JSON.stringify(said)));
  });
  const warnings: string[] = [];
  const client = createClient({
    baseUrl: server.url + (clientOptions.prefix ?? ""),
    apiKey: async () => ("key" in clientOptions ? clientOptions.key : "secret-key"),
    timeout: 5_000,
    retries: 0,
    clock: { now: () => 0, sleep: async () => {} },
    random: () => 0,
    env: {},
    onWarning: (message) => warnings.push(message),
  });
  onTestFinished(() => client.close());
  const list = async (options: Partial<ListPositionsOptions> = {}) => {
    const pages: Page<Item<Position>>[] = [];
    const listing = client.positions.list({
      portfolioId: PORTFOLIO,
      signal: new AbortController().signal,
      ...options,
    });
    for await (const page of listing.withSource().pages()) pages.push(page);
    return {
      pages,
      ids: pages.flatMap((page) => page.items.map((item) => item.value.position_id)),
      nextCursor: pages.at(-1)?.nextCursor,
    };
  };
  const queries = () =>
    server.requests.map((request) =>
      decodeURIComponent(request.split(" ")[1]?.split("?")[1] ?? ""),
    );
  return { list, queries, server, warnings };
}

/** A portfolio of `count` positions whose cursors are plain offsets. */
const portfolioOf =
  (count: number, withPerformance = false): Script =>
  (query) => {
    const start = Number(query.get("cursor") ?? 0);
    const end = Math.min(count, start + Number(query.get("limit")));
    const data = Array.from({ length: end - start }, (_, index) =>
      position(start + index, withPerformance ? { performance: performance() } : {}),
    );
    return { data, next_cursor: end < count ? String(end) : null };
  };

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => uuidOf(from + index));

describe("listing positions", () => {
  it("follows cursors to the end with the largest pages", async () => {
    const { list, queries } = await service(portfolioOf(1200));
    expect((await list()).ids).toEqual(ids(0, 1200));
    expect(queries()).toEqual(["limit=500", "limit=500&cursor=500", "limit=500&cursor=1000"]);
  });

  it("asks for at most 100 with performance, whatever the page size", async () => {
    const { list, queries } = await service(portfolioOf(150, true));
    await list({ performance: true, pageSize: 400 });
    expect(queries()).toEqual([
      "include=performance&limit=100",
      "include=performance&limit=100&cursor=100",
    ]);
  });

  it("sends statuses as one comma-separated value with a plain comma", async () => {
    const { list, server } = await service(portfolioOf(1));
    await list({ statuses: ["open", "closed"] });
    expect(server.requests[0]).toContain("statuses=open,closed&");
  });

  it("lets the last page end exactly at the limit", async () => {
    const { list, queries } = await service(portfolioOf(1000));
    const got = await list({ limit: 7, pageSize: 5 });
    expect(got.ids).toEqual(ids(0, 7));
    expect(got.nextCursor).toBe("7");
    expect(queries()).toEqual(["limit=5", "limit=2&cursor=5"]);
  });

  it("ends a filtered listing at the limit with the cursor right behind it", async () => {
    const { list, queries } = await service(portfolioOf(1000));
    const where = (it: { position_id: string }) =>
      Number.parseInt(it.position_id.slice(-3), 16) % 2 === 1;
    const got = await list({ limit: 3, where });
    expect(got.ids).toEqual([uuidOf(1), uuidOf(3), uuidOf(5)]);
    expect(got.nextCursor).toBe("6");
    expect(queries()).toEqual(["limit=500", "limit=6"]);
  });

  it("gives the positions of a limit also when the cursor behind them is refused", async () => {
    const { list } = await service((query, count) =>
      query.get("limit") === "500" ? portfolioOf(1000)(query, count) : 400,
    );
    const got = await list({ limit: 1, where: (it) => it.position_id === uuidOf(3) });
    expect(got.ids).toEqual([uuidOf(3)]);
    expect(got.nextCursor).toBeUndefined();
  });

  it("has no cursor if the service sends more than requested", async () => {
    const { list } = await service(() => ({
      data: [0, 1, 2, 3].map((n) => position(n)),
      next_cursor: "n",
    }));
    const got = await list({ limit: 2 });
    expect(got.ids).toEqual(ids(0, 2));
    expect(got.nextCursor).toBeUndefined();
  });

  it("gives a position that comes twice once, and counts it", async () => {
    const { list } = await service((query) =>
      query.has("cursor")
        ? { data: [position(1), position(2)], next_cursor: null }
        : { data: [position(0), position(1)], next_cursor: "a" },
    );
    const got = await list();
    expect(got.ids).toEqual(ids(0, 3));
    expect(got.pages.map((page) => page.duplicates)).toEqual([0, 1]);
  });

  it("goes on after an empty page that has a cursor", async () => {
    const { list } = await service((query) =>
      query.has("cursor")
        ? { data: [position(0)], next_cursor: null }
        : { data: [], next_cursor: "a" },
    );
    expect((await list()).ids).toEqual(ids(0, 1));
  });

  it.each(["/prefix", "/prefix/", ""])("works below the base path %j", async (prefix) => {
    const { list, server } = await service(portfolioOf(1), { prefix });
    await list();
    expect(server.requests[0]).toMatch(
      new RegExp(`^GET ${prefix.replace(/\/$/, "")}/v1/portfolios/${PORTFOLIO}/positions`),
    );
  });

  it("keeps the text of each item as it was sent", async () => {
    const exotic = JSON.stringify(position(0)).replace(
      '"quantity":0.5',
      '"quantity": 1.10, "big": 9007199254740993, "z": -0',
    );
    const { list } = await service(() => ` {"next_cursor":null , "data":[ ${exotic} ]} `);
    const { pages } = await list();
    expect(pages[0]?.items[0]?.source).toBe(exotic);
  });

  it("sends the key as a bearer token", async () => {
    const { list, server } = await service(portfolioOf(1));
    await list();
    expect(server.requests[0]).toContain("authorization: Bearer secret-key");
  });
});

describe("a listing that goes wrong", () => {
  const failure = async (script: Script, options: Partial<ListPositionsOptions> = {}) => {
    const { list } = await service(script);
    return list(options).then(
      () => undefined,
      (error: unknown) => error,
    );
  };

  it("names the cursor of the page that failed", async () => {
    const error = await failure(
      (query, count) => (count === 3 ? 500 : portfolioOf(3)(query, count)),
      {
        pageSize: 1,
      },
    );
    expect(error).toBeInstanceOf(ListingError);
    expect(error).toMatchObject({ cursor: "2", cause: { status: 500 } });
    expect((error as ListingError).cause).toBeInstanceOf(ServiceError);
  });

  it.each([
    ["the same cursor again", (): unknown => ({ data: [], next_cursor: "a" })],
    [
      "a cycle of three cursors",
      (_query: URLSearchParams, count: number): unknown => ({
        data: [position(count)],
        next_cursor: ["a", "b", "c"][count % 3],
      }),
    ],
    [
      "empty pages without end",
      (_query: URLSearchParams, count: number): unknown => ({
        data: [],
        next_cursor: String(count),
      }),
    ],
  ])("ends at %s", async (_what, script) => {
    const error = await failure(script);
    expect(error).toMatchObject({ message: expect.stringContaining("does not advance") });
    expect((error as ListingError).cause).toBeInstanceOf(AnswerError);
  });

  it.each([
    [
      "data.0.legs.1.quantity",
      {
        data: [
          position(0, {
            legs: [
              { ...(position(0).legs as object[])[0] },
              { ...(position(0).legs as object[])[0], quantity: "1" },
            ],
          }),
        ],
        next_cursor: null,
      },
    ],
    [
      "data.0.opened_at",
      { data: [position(0, { opened_at: "2025-02-30T00:00:00Z" })], next_cursor: null },
    ],
    ["next_cursor", { data: [] }],
    ["data", { next_cursor: null }],
    ["the body", []],
  ])("names %s as what does not match", async (path, body) => {
    const error = await failure(() => body);
    expect(error).toMatchObject({ message: expect.stringContaining(`: ${path}: `) });
  });

  it("says so when the answer is not JSON", async () => {
    expect(await failure(() => "<html>")).toMatchObject({
      message: expect.stringContaining("not JSON"),
    });
  });

  it("sends nothing without a key", async () => {
    const { list, server } = await service(portfolioOf(1), { key: undefined as unknown as string });
    const error = await list().catch((it: unknown) => it);
    expect((error as ListingError).cause).toBeInstanceOf(MissingKeyError);
    expect(server.requests).toHaveLength(0);
  });
});

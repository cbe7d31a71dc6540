import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/client/index.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

/** A client of a service that answers each request in turn with a page of one position. */
async function pagesOf(count: number) {
  const server = await faultyServer((socket, request) => {
    const at = Number(/[?&]cursor=(\d+)/.exec(request)?.[1] ?? 0);
    const page = { data: [position(at)], next_cursor: at + 1 < count ? String(at + 1) : null };
    socket.write(answer(200, JSON.stringify(page)));
  });
  return { client: clientOf(server.url), server };
}

/** A service that answers every request with the same body. */
async function serviceOf(body: unknown, status = 200) {
  const server = await faultyServer((socket) => socket.write(answer(status, JSON.stringify(body))));
  return { client: clientOf(server.url), server };
}

function clientOf(baseUrl: string) {
  const client = createClient({ baseUrl, apiKey: "secret-key", env: {}, retries: 0 });
  onTestFinished(() => client.close());
  return client;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const portfolioId = PORTFOLIO;

describe("an argument that cannot be", () => {
  it.each([-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "is refused at once: a limit or a page size of %s",
    async (value) => {
      const { client, server } = await pagesOf(1);
      const refused = { kind: "refused_request" };
      expect(() => client.positions.list({ portfolioId, limit: value })).toThrow(
        expect.objectContaining({
          ...refused,
          message: `limit: ${value} is not a whole number of 1 or more`,
        }),
      );
      expect(() => client.positions.list({ portfolioId, pageSize: value })).toThrow(
        expect.objectContaining({
          ...refused,
          message: `pageSize: ${value} is not a whole number of 1 or more`,
        }),
      );
      expect(server.requests).toEqual([]);
    },
  );

  it("is refused without a request: a market id, a time, an identifier that leads elsewhere", async () => {
    const { client, server } = await serviceOf({ data: [] });
    const { funding, positions } = client;
    const messages = await Promise.all(
      [
        funding.history({ marketId: 0 }),
        funding.history({ marketId: 1, start: Number.NaN }),
        funding.history({ marketId: 1, end: Number.POSITIVE_INFINITY }),
        positions.get(".."),
        positions.get(""),
        all(positions.list({ portfolioId: "." })),
      ].map((call) =>
        call.then(
          () => "nothing was refused",
          (error: Error) => error.message,
        ),
      ),
    );
    expect(messages).toEqual([
      "marketId: 0 is not a whole number of 1 or more",
      "start: NaN is not a time in milliseconds since the epoch",
      "end: Infinity is not a time in milliseconds since the epoch",
      'position id: ".." is not an identifier',
      'position id: "" is not an identifier',
      'portfolio id: "." is not an identifier',
    ]);
    expect(server.requests).toEqual([]);
  });
});

describe("a listing", () => {
  it("sends nothing before it is iterated, and sends requests again each time", async () => {
    const { client, server } = await pagesOf(2);
    const listing = client.positions.list({ portfolioId });
    await setImmediate();
    expect(server.requests).toHaveLength(0);
    const ids = [uuidOf(0), uuidOf(1)];
    for (const asked of [2, 4]) {
      expect((await all(listing)).map((it) => it.position_id)).toEqual(ids);
      expect(server.requests).toHaveLength(asked);
    }
  });

  it("gives plain records, pages of them, and both with their text", async () => {
    const { client } = await pagesOf(2);
    const listing = client.positions.list({ portfolioId });
    const [first, second] = await all(listing);
    expect(Object.keys(first ?? {})).toEqual(Object.keys(position(0)));
    expect(await all(listing.pages())).toEqual([
      { items: [first], nextCursor: "1", duplicates: 0, again: [] },
      { items: [second], nextCursor: null, duplicates: 0, again: [] },
    ]);
    const sourced = await all(listing.withSource());
    expect(sourced.map(({ value }) => value)).toEqual([first, second]);
    expect(sourced.map(({ source }) => source)).toEqual(
      [0, 1].map((at) => JSON.stringify(position(at))),
    );
    const [page] = await all(listing.withSource().pages());
    expect(page?.items[0]?.source).toBe(JSON.stringify(position(0)));
  });

  it("stops asking when its reader stops", async () => {
    const { client, server } = await pagesOf(100);
    for await (const _ of client.positions.list({ portfolioId, limit: 50, pageSize: 1 })) break;
    await setImmediate();
    expect(server.requests).toHaveLength(1);
  });
});

describe("a position without the performance that was asked for", () => {
  const page = (fields: Record<string, unknown>) => ({
    data: [position(0, fields)],
    next_cursor: null,
  });

  it("does not match the interface", async () => {
    const { client } = await serviceOf(page({}));
    await expect(all(client.positions.list({ portfolioId, performance: true }))).rejects.toThrow(
      "data.0.performance: expected an object, got nothing",
    );
  });

  it("is fine where it may be missing", async () => {
    const { client, server } = await serviceOf(page({}));
    const [found] = await all(client.positions.list({ portfolioId, performance: "if-sent" }));
    expect(found?.performance).toBeUndefined();
    expect(server.requests[0]).toContain("include=performance&limit=100");
  });

  it("has another type than one that has it", async () => {
    const { client } = await serviceOf(page({ performance: performance() }));
    const [found] = await all(client.positions.list({ portfolioId, performance: true }));
    expect(found?.performance.net_pnl).toBe(performance().net_pnl);
  });
});

describe("a call", () => {
  it("gives plain data, and its text from the same request", async () => {
    const { client, server } = await serviceOf({ data: position(0) });
    const text = '{"data":[{"a":1.50}]}';
    const raw = await faultyServer((socket) => socket.write(answer(200, text)));
    const markets = clientOf(raw.url).funding.markets();
    expect(await markets).toEqual([{ a: 1.5 }]);
    expect(await markets.withSource()).toMatchObject({
      kind: "list",
      items: [{ value: { a: 1.5 }, source: '{"a":1.50}' }],
    });
    expect(raw.requests).toHaveLength(1);
    await expect(client.positions.get("x").withSource()).rejects.toMatchObject({
      kind: "unexpected_answer",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("that fails is rejected only where it is awaited", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const { client } = await serviceOf({ code: "NOT_FOUND", message: "no" }, 404);
    await expect(client.assets.list().withSource()).rejects.toMatchObject({ kind: "not_found" });
    await expect(client.assets.list()).rejects.toMatchObject({ kind: "not_found" });
    const both = client.assets.list();
    await expect(Promise.all([both, both.withSource()])).rejects.toThrow("no");
    await setImmediate();
    expect(unhandled).toEqual([]);
  });

  it("of an undocumented path returns what was sent if it is not a list", async () => {
    const { client } = await serviceOf({ data: { open: true } });
    expect(await client.funding.arbitrage()).toEqual({ open: true });
  });
});

describe("any path", () => {
  it("is answered byte for byte, with the parameters that were added", async () => {
    const { client, server } = await serviceOf({ data: [] });
    const query = new URLSearchParams({ b: "x y", c: "," });
    const { status, body } = await client.raw.get("/v1/assets?a=1", { query });
    expect([status, body.toString()]).toEqual([200, '{"data":[]}']);
    expect(server.requests[0]).toContain("GET /v1/assets?a=1&b=x%20y&c=%2C ");
  });

  it("is refused at once if it is at another origin", async () => {
    const { client, server } = await pagesOf(1);
    const elsewhere = client.raw.get("https://example.com/v1/assets");
    await expect(elsewhere).rejects.toThrow("not at the origin");
    expect(server.requests).toEqual([]);
  });
});

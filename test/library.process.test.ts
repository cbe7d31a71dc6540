import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type ClientOptions,
  createClient,
  MissingKeyError,
  type Position,
  RefusedRequestError,
} from "../src/client/index.js";
import { answer, faultyServer } from "./support/faulty-server.js";
import { NOW } from "./support/now.js";
import { finish } from "./support/process.js";
import { sandboxForFile } from "./support/sandbox.js";

/** The library as installed. */
const LIBRARY = new URL("../dist/library/index.js", import.meta.url);

const { sandbox } = sandboxForFile();

function client(options: Partial<ClientOptions> = {}) {
  const { url, apiKey } = sandbox();
  const made = createClient({ baseUrl: url, apiKey, env: {}, retries: 0, ...options });
  onTestFinished(() => made.close());
  return made;
}

/** Starts a service that answers every request with the same list. */
const serviceOf = (data: string) =>
  faultyServer((socket) => socket.write(answer(200, `{"data":${data}}`)));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("createClient", () => {
  it("iterates over positions from page to page, as far as a limit", async () => {
    const { portfolioId } = sandbox();
    const every: Position[] = await all(client().positions.list({ portfolioId, pageSize: 7 }));
    expect(every).toHaveLength(24);
    const some = await all(client().positions.list({ portfolioId, pageSize: 7, limit: 10 }));
    expect(some).toEqual(every.slice(0, 10));
  });

  it("asks for the key before each call that needs one, and before no other", async () => {
    let asked = 0;
    const apiKey = async () => {
      asked++;
      return sandbox().apiKey;
    };
    const { portfolioId } = sandbox();
    const counting = client({ apiKey });
    await counting.assets.list();
    expect(asked).toBe(0);
    const [position] = await all(counting.positions.list({ portfolioId, limit: 1 }));
    await counting.positions.get(position?.position_id ?? "");
    expect(asked).toBe(2);
  });

  it("rejects a call that needs a key when there is none", async () => {
    const keyless = client({ apiKey: undefined });
    await expect(keyless.positions.get("x")).rejects.toThrow(MissingKeyError);
  });

  it("refuses a key that is not valid in a header, before anything is sent", async () => {
    const server = await serviceOf("[]");
    const apiKey = "a\r\nx-admin: 1";
    expect(() => client({ baseUrl: server.url, apiKey })).toThrow(RefusedRequestError);
    const broken = client({ baseUrl: server.url, apiKey: () => apiKey });
    await expect(broken.positions.get("x")).rejects.toThrow(RefusedRequestError);
    expect(server.requests).toEqual([]);
  });

  it("refuses an invalid base URL", () => {
    expect(() => createClient({ baseUrl: "api.example.com" })).toThrow(RefusedRequestError);
    expect(() => client({ publicBaseUrl: "ftp://example.com" })).toThrow(RefusedRequestError);
  });

  it("asks for a range of time by the names that the service has for its bounds", async () => {
    const server = await serviceOf("[]");
    const renamed = client({ baseUrl: server.url, rangeParams: ["from", "to"] });
    await renamed.funding.history({ marketId: 1, start: NOW, end: NOW + 1000 });
    expect(server.requests[0]).toContain(
      "?resolution=event&from=2026-06-01T12%3A00%3A00Z&to=2026-06-01T12%3A00%3A01Z",
    );
  });

  it("gives the exact text that a record was sent as", async () => {
    const record =
      '{"funding_time":"2026-06-01T08:00:00Z","funding_rate":"0.00010","funding_interval":8,"mark_price":"1.50","x":1.0}';
    const server = await serviceOf(`[${record}]`);
    const [point] = await client({ baseUrl: server.url })
      .funding.history({ marketId: 1 })
      .withSource();
    expect(point).toMatchObject({ value: { funding_rate: "0.00010" }, source: record });
  });
});

describe("an abort", () => {
  /** Starts a service that never answers. */
  const silent = () => faultyServer(() => {});

  it.each(["the client's", "the call's"])(
    "of %s signal ends a call with its reason",
    async (whose) => {
      const [ofClient, ofCall] = [new AbortController(), new AbortController()];
      const server = await silent();
      const waiting = client({ baseUrl: server.url, signal: ofClient.signal });
      const listing = all(waiting.positions.list({ portfolioId: "x", signal: ofCall.signal }));
      const assets = waiting.assets.list({ signal: ofCall.signal });
      const reason = new Error("enough");
      (whose === "the client's" ? ofClient : ofCall).abort(reason);
      await expect(assets).rejects.toBe(reason);
      await expect(listing).rejects.toMatchObject({ message: "enough" });
    },
  );

  it("of one call leaves the others alone", async () => {
    const own = new AbortController();
    own.abort(new Error("enough"));
    const busy = client();
    await expect(busy.assets.list({ signal: own.signal })).rejects.toThrow("enough");
    expect((await busy.assets.list()).length).toBeGreaterThan(0);
  });
});

describe("withOptions", () => {
  it("changes time-out and retries of the calls made through it, and of no others", async () => {
    const server = await faultyServer((socket) => socket.write(answer(503, "")));
    const clock = { now: () => NOW, sleep: async () => {} };
    const patient = client({ baseUrl: server.url, retries: 2, clock });
    await expect(patient.withOptions({ retries: 0 }).assets.list()).rejects.toThrow("503");
    expect(server.requests).toHaveLength(1);
    await expect(patient.assets.list()).rejects.toThrow("503");
    expect(server.requests).toHaveLength(4);
    const silent = await faultyServer(() => {});
    const hasty = client({ baseUrl: silent.url }).withOptions({ timeout: 50 });
    await expect(hasty.withOptions({ retries: 0 }).assets.list()).rejects.toThrow(
      "no answer within 0.05 s",
    );
  });

  it("shares with the client what was learnt of the service, and the connections", async () => {
    const warnings: string[] = [];
    const headers = { "x-api-version": "v2", date: "Mon, 01 Jun 2026 13:00:00 GMT" };
    const server = await faultyServer((socket) =>
      socket.write(answer(200, '{"data":[],"next_cursor":null}', headers)),
    );
    const clock = { now: () => NOW, sleep: async () => {} };
    const onWarning = (text: string) => void warnings.push(text);
    const first = client({ baseUrl: server.url, clock, onWarning });
    const second = first.withOptions({ timeout: 60_000 });
    await all(second.positions.list({ portfolioId: "x" }));
    await all(first.positions.list({ portfolioId: "x" }));
    await all(second.positions.list({ portfolioId: "x" }));
    expect([first.serviceNow(), second.serviceNow()]).toEqual([NOW + 3_600_000, NOW + 3_600_000]);
    expect(warnings).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });
});

describe("many calls at once", () => {
  it("do not make Node warn of a leak, with any signal", async () => {
    const script = `
      import { createClient } from ${JSON.stringify(LIBRARY.href)};
      const own = new AbortController();
      const options = { baseUrl: process.env.URL, apiKey: "secret-key" };
      for (const more of [{}, { signal: own.signal }, { connections: 4 }]) {
        const client = createClient({ ...options, ...more });
        const portfolioId = "x";
        for (const call of [
          () => client.assets.list(),
          () => client.assets.list({ signal: own.signal }),
          () => client.funding.markets({ signal: own.signal }),
          async () => { for await (const _ of client.positions.list({ portfolioId })); },
          async () => { for await (const _ of client.positions.list({ portfolioId, signal: own.signal })); },
        ]) await Promise.all(Array.from({ length: 30 }, call));
        await client.close();
      }
    `;
    let count = 0;
    const page = JSON.stringify({ data: [], next_cursor: null });
    // All of the first calls are retried, so that there are many concurrent waits, too.
    const server = await faultyServer((socket) =>
      socket.write(answer(++count <= 30 ? 503 : 200, page)),
    );
    const argv = ["--input-type=module", "--eval", script];
    const child = spawn(process.execPath, argv, { env: { URL: server.url } });
    const { code, stderr } = await finish(child);
    expect([code, stderr]).toEqual([0, ""]);
  });
});

describe("a cache", () => {
  it("stores public answers, and is read while they are fresh", async () => {
    const kept = new Map<string, { body: string; storedAt: number }>();
    const server = await serviceOf("[]");
    let now = NOW;
    const caching = client({
      baseUrl: server.url,
      clock: { now: () => now, sleep: async () => {} },
      cache: {
        read: (url) => kept.get(url.href),
        write: (url, stored) => void kept.set(url.href, stored),
      },
    });
    await caching.funding.markets();
    await caching.funding.markets();
    expect(server.requests).toHaveLength(1);
    now += 60_000;
    await caching.funding.markets();
    expect(server.requests).toHaveLength(2);
  });
});

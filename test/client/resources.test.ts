import { describe, expect, it } from "vitest";
import type { Address } from "../../src/client/base-url.js";
import type { Connection } from "../../src/client/connection.js";
import { decimalString, time } from "../../src/client/resources/fields.js";
import type { FundingHistoryOptions } from "../../src/client/resources/funding.js";
import { openApi } from "../../src/client/resources/openapi.js";
import { RESOURCES } from "../../src/client/resources/registry.js";
import {
  addressOf,
  assertCount,
  assertTime,
  defineEndpoint,
  signalOf,
} from "../../src/client/resources/resource.js";

const START = Date.parse("2026-05-01T00:00:00Z");
const HOUR = 3_600_000;

/** A connection to a service that sends this data; notes what it is asked for. */
function service(data: unknown) {
  const asked: Address[] = [];
  const text = JSON.stringify({ data });
  const connection = {
    signal: new AbortController().signal,
    rangeParams: ["from", "to"],
    redact: (it: string) => it,
    serviceTime: { now: () => START },
    getPublic: async (address: Address, read: (answer: unknown) => unknown) => {
      asked.push(address);
      return read({ text, value: JSON.parse(text) });
    },
  } as unknown as Connection;
  return { asked, connection };
}

const events = Array.from({ length: 4 }, (_, index) => ({
  funding_time: new Date(START + index * HOUR).toISOString(),
  ...{ funding_rate: "0.0001", funding_interval: 8, mark_price: null },
}));

describe("a history of funding", () => {
  function history(options: Partial<FundingHistoryOptions>, data: unknown = events) {
    const { asked, connection } = service(data);
    const call = RESOURCES.funding.callsOver(connection).history({ marketId: 1, ...options });
    return call.then(
      (found) => ({ asked, found: found as unknown[], error: undefined }),
      (error: Error) => ({ asked, found: [], error: error.message }),
    );
  }

  it("has the events from its start up to and without its end, whatever the service sends", async () => {
    const within = async (start?: number, end?: number) =>
      (await history({ start, end })).found.map((it) => events.indexOf(it as never)).length;
    expect(await within()).toBe(4);
    expect(await within(START + HOUR)).toBe(3);
    expect(await within(START + HOUR + 1)).toBe(2);
    expect(await within(undefined, START + HOUR)).toBe(1);
    expect(await within(START + HOUR, START + 3 * HOUR)).toBe(2);
  });

  it("has a record without a time whatever its range is", async () => {
    const { found } = await history({ resolution: "1d", start: START + 9 * HOUR }, [{ n: 1 }]);
    expect(found).toEqual([{ n: 1 }]);
  });

  it("asks by the names of the range that are set, with times in whole seconds or more", async () => {
    const query = async (options: Partial<FundingHistoryOptions>) =>
      (await history(options)).asked[0]?.query;
    expect(await query({ start: START, end: START + 1 })).toEqual({
      ...{ resolution: "event", from: "2026-05-01T00:00:00Z", to: "2026-05-01T00:00:00.001Z" },
    });
    expect(await query({ resolution: "1d" })).toEqual({
      ...{ resolution: "1d", from: undefined, to: undefined },
    });
    expect((await history({})).asked[0]?.path).toBe("/v1/funding/history/1");
  });

  it("is refused with what does not match", async () => {
    expect((await history({}, { a: 1 })).error).toContain("data: expected array");
    expect((await history({}, [{ ...events[0], funding_rate: 1 }])).error).toContain(
      "the funding history of market 1 does not match the interface: data.0.funding_rate: ",
    );
    expect((await history({ marketId: 0 })).error).toContain("marketId: 0 is not a whole number");
    expect((await history({ start: Number.NaN })).error).toContain("start: NaN is not a time");
  });
});

describe("the assets", () => {
  it("are validated and given as sent", async () => {
    const btc = {
      asset: "BTC",
      name: "B",
      asset_class: "crypto",
      market_count: 8,
      exchange_count: 6,
    };
    const { asked, connection } = service([btc]);
    const call = RESOURCES.assets.callsOver(connection).list({ classes: ["crypto"] });
    expect(await call).toEqual([btc]);
    expect((await call.withSource())[0]?.source).toBe(JSON.stringify(btc));
    expect(asked[0]?.query).toEqual({ asset_classes: ["crypto"] });
    const wrong = service([{ ...btc, market_count: 1.5 }]).connection;
    await expect(RESOURCES.assets.callsOver(wrong).list()).rejects.toThrow("0.market_count: ");
  });
});

describe("an argument", () => {
  const refused = (call: () => void) => expect(call).toThrow(/^x: .* is not a /);

  it("is a whole number of 1 or more, or a time in the range of a Date", () => {
    for (const good of [1, 2 ** 53 - 1, undefined]) assertCount("x", good);
    for (const bad of [0, -1, 1.5, 2 ** 53, Number.NaN]) refused(() => assertCount("x", bad));
    for (const good of [0, -1, 8.64e15, undefined]) assertTime("x", good);
    for (const bad of [8.64e15 + 1, Number.NaN]) refused(() => assertTime("x", bad));
  });

  it("ends a call with its own signal as with that of the client", () => {
    const [own, clients] = [new AbortController(), new AbortController()];
    const { signal } = clients;
    expect(signalOf({ signal }, undefined)).toBe(signal);
    expect(signalOf({ signal }, signal)).toBe(signal);
    const both = signalOf({ signal }, own.signal);
    own.abort("enough");
    expect([both.aborted, both.reason]).toEqual([true, "enough"]);
    const others = signalOf({ signal }, new AbortController().signal);
    clients.abort();
    expect(others.aborted).toBe(true);
  });

  it("in a path cannot lead to another path", () => {
    const endpoint = defineEndpoint({
      ...{ about: "", needsKey: false, data: undefined, errors: [], paged: false },
      ...{ path: "/v1/{thing_id}/x", query: {}, freshUntil: undefined },
    } as const);
    const path = (thing_id: string | number) => addressOf(endpoint, { thing_id }).path;
    expect([path("a b/c"), path("..."), path(7)]).toEqual([
      "/v1/a%20b%2Fc/x",
      "/v1/.../x",
      "/v1/7/x",
    ]);
    for (const bad of ["", ".", ".."]) {
      expect(() => path(bad)).toThrow(`thing id: "${bad}" is not an identifier`);
    }
  });
});

describe("a field", () => {
  it("of a time is an existing one, with or without a zone", () => {
    const matches = (text: string) => time().safeParse(text).success;
    for (const good of [
      ...["2026-05-01T00:00:00Z", "2026-05-01T00:00", "2026-05-01T23:59:60Z"],
      ...["2024-02-29T00:00:00.123456+14:00", "2000-02-29T00:00:00", "2026-12-31T00:00:00-00:30"],
    ]) {
      expect([good, matches(good)]).toEqual([good, true]);
    }
    for (const bad of [
      ...["2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-05-01"],
      ...["2026-05-01T24:00:00Z", "2026-05-01T00:60:00Z", "2026-05-01T00:00:61Z", "soon"],
    ]) {
      expect([bad, matches(bad)]).toEqual([bad, false]);
    }
  });

  it("of a decimal is a number in digits", () => {
    const matches = (text: string) => decimalString().safeParse(text).success;
    for (const good of ["0", "-1.50", "+.5", "1.", "1e-7"]) expect(matches(good)).toBe(true);
    for (const bad of ["", ".", "0x1", "1e", "NaN", "1,5", " 1"]) expect(matches(bad)).toBe(false);
  });
});

describe("the description of the service", () => {
  interface Described {
    readonly parameters: readonly Record<string, unknown>[];
    readonly security?: unknown;
    readonly responses: Record<string, { content?: { "application/json": { schema: unknown } } }>;
  }
  interface Document {
    paths: Record<string, { get: Described }>;
    components: { schemas: Record<string, { description?: string; properties?: object }> };
  }
  const document = () => openApi("https://x") as unknown as Document;
  const at = (path: string) => document().paths[path]?.get as Described;
  const schemaOf = (path: string) =>
    at(path).responses[200]?.content?.["application/json"].schema as Record<string, unknown>;

  it("links records instead of repeating them, also in records", () => {
    const list = schemaOf("/v1/portfolios/{portfolio_id}/positions");
    expect(list).toMatchObject({
      properties: {
        data: { type: "array", items: { $ref: "#/components/schemas/Position" } },
        next_cursor: { type: ["string", "null"] },
      },
      required: ["data", "next_cursor"],
    });
    expect(document().components.schemas.Position?.properties).toMatchObject({
      legs: { type: "array", items: { $ref: "#/components/schemas/Leg" } },
      performance: {
        $ref: "#/components/schemas/Performance",
        description: "Performance; present only when it was requested.",
      },
    });
    expect(document().components.schemas.Position).toHaveProperty("properties.asset");
    expect(document().components.schemas.Position?.description).toContain("A hedged holding");
    const one = schemaOf("/v1/positions/{position_id}");
    expect(one).toMatchObject({
      properties: { data: { $ref: "#/components/schemas/PositionDetail" } },
      required: ["data"],
    });
    expect(one).not.toHaveProperty("properties.next_cursor");
  });

  it("names the parameters of a path and of a query, with their descriptions apart", () => {
    const [id, resolution] = at("/v1/funding/history/{market_id}").parameters;
    expect(id).toEqual({
      ...{ name: "market_id", in: "path", required: true, description: "Market identifier." },
      schema: { type: "integer", minimum: 1 },
    });
    expect(resolution).toEqual({
      ...{ name: "resolution", in: "query", style: "form", explode: false },
      description: "Settled events, or daily aggregates.",
      schema: { type: "string", enum: ["event", "1d"] },
    });
  });

  it("has the documented errors of each path, and says where none is documented", () => {
    const responses = (path: string) => Object.keys(at(path).responses);
    expect(responses("/v1/positions/{position_id}")).toEqual(["200", "400", "401", "403", "404"]);
    expect(responses("/v1/funding/history/{market_id}")).toEqual(["200", "default"]);
    const { 429: limited, 401: keyless } = at("/v1/portfolios/{portfolio_id}/positions").responses;
    expect(limited).not.toHaveProperty("content");
    expect(JSON.stringify(keyless)).toContain('{"code":{"const":"UNAUTHORIZED"}}');
    expect(at("/v1/positions/{position_id}").security).toEqual([{ key: [] }]);
    expect(at("/v1/assets")).not.toHaveProperty("security");
  });

  it("has times as date-times, decimals with an example, and nothing of what is not documented", () => {
    const point = document().components.schemas.FundingEvent;
    const { funding_time, funding_rate } = { ...point?.properties } as Record<string, object>;
    expect(funding_time).toEqual({
      ...{ type: "string", format: "date-time" },
      description: "Time of the settled funding event (ISO 8601 with offset).",
    });
    expect(JSON.stringify(funding_rate)).toContain('"examples":["0.0001"]');
    const ids = document().components.schemas.Position?.properties as { position_id: object };
    expect(ids.position_id).not.toHaveProperty("examples");
    expect(schemaOf("/api/v1/public/funding/markets")).toEqual({});
  });
});

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { assets as resource } from "../../src/client/resources/asset.js";
import { fundingEvent } from "../../src/client/resources/funding.js";
import { DAY, HOUR, refusal, sandbox } from "./harness.js";

const history = "/v1/funding/history";

describe("funding history", () => {
  test("holds 30 days of settled events, newest first and in plain decimals", async () => {
    const service = await sandbox();
    const markets = await service.data("/api/v1/public/funding/markets");
    for (const { market_id, funding_interval_hours } of markets) {
      const points = z
        .array(z.strictObject(fundingEvent.shape))
        .parse(await service.data(`${history}/${market_id}`));
      expect(points).toHaveLength((30 * 24) / Number(funding_interval_hours));
      const times = points.map((point) => Date.parse(point.funding_time));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(times[0]).toBeLessThanOrEqual(service.clock.time);
      expect(times.at(-1)).toBeGreaterThanOrEqual(service.clock.time - 30 * DAY);
      for (const { funding_time, funding_rate, funding_interval, mark_price } of points) {
        expect(funding_time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:00:00\+00:00$/);
        expect(funding_rate).toMatch(/^-?\d\.\d{8}$/);
        expect(funding_rate).not.toBe("-0.00000000");
        expect(mark_price).toMatch(/^\d+\.\d+$/);
        expect(Number(mark_price)).toBeGreaterThan(0);
        expect(funding_interval).toBe(funding_interval_hours);
      }
    }
  });

  test("gains a point when an event settles, and keeps the others as they were", async () => {
    const service = await sandbox();
    const before = await service.data(`${history}/1`);
    service.clock.time += 8 * HOUR;
    const after = await service.data(`${history}/1`);
    expect(after.slice(1)).toEqual(before.slice(0, -1));
  });

  test("has an event only when the publish lag is over, and a day with its last event", async () => {
    const service = await sandbox({ publishLagMs: 90_000 });
    const newest = async (query = "") => (await service.data(`${history}/1${query}`))[0];
    service.clock.time = Date.parse("2026-03-11T00:01:29Z");
    expect((await newest())?.funding_time).toBe("2026-03-10T16:00:00+00:00");
    expect((await newest("?resolution=1d"))?.date).toBe("2026-03-09");
    service.clock.time += 1_000;
    expect((await newest())?.funding_time).toBe("2026-03-11T00:00:00+00:00");
    expect((await newest("?resolution=1d"))?.date).toBe("2026-03-10");
  });

  test("takes start as inclusive and end as exclusive", async () => {
    const service = await sandbox();
    const points = await service.data(
      `${history}/1?start=2026-03-08T00:00:00Z&end=2026-03-09T00:00:00Z`,
    );
    expect(points.map((point) => point.funding_time)).toEqual([
      "2026-03-08T16:00:00+00:00",
      "2026-03-08T08:00:00+00:00",
      "2026-03-08T00:00:00+00:00",
    ]);
    const shifted = `start=2026-03-08T02:00:00%2B02:00&end=2026-03-09`;
    expect(await service.data(`${history}/1?${shifted}`)).toEqual(points);
    expect(await service.data(`${history}/1?start=2026-03-09&end=2026-03-08`)).toEqual([]);
    expect(await service.data(`${history}/1?end=2025-01-01`)).toEqual([]);
  });

  test("adds the events of a day up under resolution 1d, for 365 days", async () => {
    const service = await sandbox();
    const days = await service.data(`${history}/4?resolution=1d`);
    expect(days).toHaveLength(365);
    expect(days[0]).toMatchObject({ date: "2026-03-09", event_count: 24 });
    const events = await service.data(`${history}/4?start=2026-03-09&end=2026-03-10`);
    const total = events.reduce((sum, point) => sum + Number(point.funding_rate), 0);
    expect(Number(days[0]?.funding_rate_sum)).toBeCloseTo(total, 10);
    expect(days[0]?.mark_price_close).toBe(events[0]?.mark_price);
    const some = await service.data(`${history}/4?resolution=1d&start=2026-03-01&end=2026-03-03`);
    expect(some.map((day) => day.date)).toEqual(["2026-03-02", "2026-03-01"]);
  });

  test.each([
    "1?resolution=1h",
    "1?resolution=",
    "1?resolution=1d&resolution=1d",
    "1?start=yesterday",
    "1?start=",
    "1?end=2026-02-30",
    "1?end=2026-03-01T25:00:00Z",
    "1?start=2026-03-01T00:00:00+00:00",
    "0",
    "-1",
    "1.5",
    "BTC",
  ])("%s is refused", async (rest) => {
    const service = await sandbox();
    expect(await refusal(service.get(`${history}/${rest}`))).toBe("400 VALIDATION_ERROR");
  });

  test("of an unknown market is not found", async () => {
    const service = await sandbox();
    expect(await refusal(service.get(`${history}/9999`))).toBe("404 NOT_FOUND");
    expect(await refusal(service.get(`${history}/99999999999999999999`))).toBe("404 NOT_FOUND");
  });
});

describe("assets", () => {
  test("count the markets and exchanges of the market listing", async () => {
    const service = await sandbox();
    const markets = await service.data("/api/v1/public/funding/markets");
    const assets = z
      .array(z.strictObject(resource.records.Asset.schema.shape))
      .parse(await service.data("/v1/assets"));
    expect(assets).toHaveLength(14);
    for (const { asset: symbol, market_count, exchange_count } of assets) {
      const own = markets.filter((market) => market.asset === symbol);
      expect(market_count).toBe(own.length);
      expect(exchange_count).toBe(new Set(own.map((market) => market.exchange)).size);
    }
  });

  test("are filtered by one class or several, and by an unknown one to nothing", async () => {
    const service = await sandbox();
    const classes = async (query: string): Promise<unknown[]> => [
      ...new Set((await service.data(`/v1/assets?${query}`)).map((each) => each.asset_class)),
    ];
    expect(await classes("asset_classes=crypto")).toEqual(["crypto"]);
    expect(await classes("asset_classes=equity,commodity")).toEqual(["commodity", "equity"]);
    expect(await classes("asset_classes=stamps")).toEqual([]);
  });

  test.each(["asset_classes=", "asset_classes=crypto,", "asset_classes=a%20b"])(
    "%s is refused",
    async (query) => {
      const service = await sandbox();
      expect(await refusal(service.get(`/v1/assets?${query}`))).toBe("400 VALIDATION_ERROR");
    },
  );
});

describe("public paths", () => {
  test("list every market with its next funding, the same for a whole minute", async () => {
    const service = await sandbox();
    const path = "/api/v1/public/funding/markets";
    const markets = await service.data(path);
    expect(markets.map((market) => market.market_id)).toEqual(markets.map((_, at) => at + 1));
    for (const market of markets) {
      expect(Date.parse(String(market.next_funding_time))).toBeGreaterThan(service.clock.time);
    }
    service.clock.time += 30_000;
    expect(await service.data(path)).toEqual(markets);
    service.clock.time += 30_000;
    expect(await service.data(path)).not.toEqual(markets);
  });

  test("list arbitrage as computed at the last 08:30 UTC", async () => {
    const service = await sandbox();
    const path = "/api/v1/public/funding/arbitrage";
    const pairs = await service.data(path);
    expect(pairs.length).toBeGreaterThan(14);
    for (const pair of pairs) {
      expect(pair.computed_at).toBe("2026-03-10T08:30:00.000Z");
      expect(Number(pair.spread)).toBeGreaterThan(0);
      expect(pair.long).not.toEqual(pair.short);
    }
    service.clock.time += 20 * HOUR;
    expect(await service.data(path)).toEqual(pairs);
    service.clock.time += HOUR;
    expect((await service.data(path))[0]?.computed_at).toBe("2026-03-11T08:30:00.000Z");
  });
});

import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  legDetail,
  legListed,
  performance,
  positionSummary,
} from "../../src/client/resources/position-schema.js";
import { DAY, HOUR, refusal, sandbox } from "./harness.js";

const ids = (positions: readonly { position_id: string }[]): string[] =>
  positions.map((position) => position.position_id);

describe("records", () => {
  test("have every field of the interface and no other", async () => {
    const service = await sandbox({ positions: 60 });
    const { data } = await service.list("include=performance");
    const known = z.strictObject(positionSummary.shape);
    for (const position of data) {
      known.parse(position);
      z.strictObject(performance.shape).parse(position.performance);
      for (const leg of position.legs) {
        z.strictObject(legListed.shape).parse(leg);
      }
    }
  });

  test("carry performance only when it was asked for", async () => {
    const service = await sandbox();
    for (const position of (await service.list()).data) {
      expect(position).not.toHaveProperty("performance");
    }
  });

  test("are the same for the same seed and clock, and others for another seed", async () => {
    const [one, same, other] = await Promise.all(
      [5, 5, 6].map((seed) => sandbox({ seed, positions: 50 })),
    );
    const first = await one?.list("include=performance");
    expect(await same?.list("include=performance")).toEqual(first);
    expect(ids((await other?.list())?.data ?? [])).not.toEqual(ids(first?.data ?? []));
  });

  test("keep their id and history when the sandbox is started again later", async () => {
    const before = (await (await sandbox()).list()).data;
    const time = (await sandbox()).clock.time + 2 * HOUR;
    const after = await (await sandbox({ now: () => time })).list();
    const shared = after.data.filter((position) => ids(before).includes(position.position_id));
    expect(shared.length).toBeGreaterThanOrEqual(23);
    for (const position of shared) {
      const earlier = before.find((each) => each.position_id === position.position_id);
      expect(position.opened_at).toBe(earlier?.opened_at);
      expect(position.legs.map((leg) => leg.open_price)).toEqual(
        earlier?.legs.map((leg) => leg.open_price),
      );
    }
  });

  test("come newest first", async () => {
    const service = await sandbox({ positions: 200 });
    const opened = (await service.walk("limit=70")).map((position) => position.opened_at);
    expect(opened).toEqual([...opened].sort().reverse());
    expect(opened).toHaveLength(200);
  });

  test("make a portfolio of 24 with something odd in it by default", async () => {
    const service = await sandbox();
    const { data, next_cursor } = await service.list("include=performance");
    expect(data).toHaveLength(24);
    expect(next_cursor).toBeNull();
    const nets = data.map((position) => position.performance?.net_pnl);
    expect(nets.filter((net) => typeof net === "number" && net > 0).length).toBeGreaterThan(8);
    expect(nets.filter((net) => typeof net === "number" && net < 0).length).toBeGreaterThan(1);
    expect(nets).toContain(null);
    const open = data.filter((position) => position.status === "open");
    expect(open.length).toBeGreaterThan(12);
    expect(open.length).toBeLessThan(24);
    const stale = open
      .flatMap((position) => position.legs)
      .filter((leg) => {
        const updated = leg.mark_price_updated_at;
        return updated !== null && service.clock.time - Date.parse(updated) > HOUR;
      });
    expect(stale).toHaveLength(1);
    expect(data.some((position) => position.legs.length === 3)).toBe(true);
  });
});

describe("parameters of the list", () => {
  test.each([
    "limit=0",
    "limit=501",
    "limit=-1",
    "limit=1.5",
    "limit=ten",
    "limit=",
    "limit=1&limit=2",
    "limit=101&include=performance",
    "include=legs",
    "include=",
    "include=performance&include=performance",
    "statuses=",
    "statuses=open,open",
    "statuses=open&statuses=closed",
    "statuses=OPEN",
    "statuses=open,",
    "statuses=pending",
    "cursor=",
    "cursor=nonsense",
    "cursor=%F0%9F%9A%80",
  ])("%s is refused", async (query) => {
    const service = await sandbox();
    const path = `/v1/portfolios/${service.portfolioId}/positions?${query}`;
    expect(await refusal(service.get(path))).toBe("400 VALIDATION_ERROR");
  });

  test("limit goes from 1 to 500, to 100 with performance, and is 100 by default", async () => {
    const service = await sandbox({ positions: 700 });
    expect((await service.list("limit=1")).data).toHaveLength(1);
    expect((await service.list("limit=500")).data).toHaveLength(500);
    expect((await service.list("limit=100&include=performance")).data).toHaveLength(100);
    expect((await service.list()).data).toHaveLength(100);
    expect((await service.list("include=performance")).data).toHaveLength(100);
  });

  test("statuses parts the list in two", async () => {
    const service = await sandbox({ positions: 300 });
    const [all, open, closed, both] = await Promise.all(
      ["", "statuses=open", "statuses=closed", "statuses=closed,open"].map((query) =>
        service.walk(`limit=37&${query}`),
      ),
    );
    expect(ids(both ?? [])).toEqual(ids(all ?? []));
    expect(open?.every((position) => position.status === "open")).toBe(true);
    expect(closed?.every((position) => position.status === "closed")).toBe(true);
    expect(new Set([...ids(open ?? []), ...ids(closed ?? [])])).toEqual(new Set(ids(all ?? [])));
    expect((open?.length ?? 0) / 300).toBeCloseTo(0.6, 1);
  });

  test("a portfolio id must be a uuid, and a known one", async () => {
    const service = await sandbox();
    const list = (id: string): Promise<string> =>
      refusal(service.get(`/v1/portfolios/${id}/positions`));
    expect(await list("mine")).toBe("400 VALIDATION_ERROR");
    expect(await list("%zz")).toBe("400 VALIDATION_ERROR");
    expect(await list("7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f11")).toBe("404 NOT_FOUND");
  });
});

describe("cursors", () => {
  test("lead through all positions without a gap or a duplicate while others join", async () => {
    const service = await sandbox({ positions: 400 });
    const before = ids(await service.walk("limit=100"));
    const during = await service.walk("limit=30", () => {
      service.clock.time += DAY;
    });
    expect(ids(during)).toEqual(before);
    const after = ids(await service.walk("limit=100"));
    expect(after.length).toBeGreaterThan(before.length + 10);
    expect(after.slice(-before.length)).toEqual(before);
  });

  test("of a filtered list stay right while others join", async () => {
    const service = await sandbox({ positions: 400 });
    const before = ids(await service.walk("statuses=open"));
    const during = ids(
      await service.walk("limit=20&statuses=open", () => {
        service.clock.time += 6 * HOUR;
      }),
    );
    expect(new Set(during).size).toBe(during.length);
    expect(before).toEqual(expect.arrayContaining(during));
  });

  test("work again in a sandbox started later", async () => {
    const first = await sandbox();
    const { next_cursor } = await first.list("limit=5");
    const second = await sandbox();
    const query = `limit=5&cursor=${next_cursor}`;
    expect(await second.list(query)).toEqual(await first.list(query));
  });

  test("of another filter or another data set are refused", async () => {
    const service = await sandbox({ positions: 50 });
    const other = await sandbox({ positions: 50, seed: 2 });
    const { next_cursor } = await service.list("limit=5&statuses=open");
    for (const [target, query] of [
      [service, ""],
      [service, "&statuses=closed"],
      [other, "&statuses=open"],
    ] as const) {
      const path = `/v1/portfolios/${target.portfolioId}/positions?cursor=${next_cursor}${query}`;
      expect(await refusal(target.get(path))).toBe("400 VALIDATION_ERROR");
    }
  });

  test("end exactly with the last position", async () => {
    const service = await sandbox({ positions: 10 });
    const { next_cursor } = await service.list("limit=5");
    const last = await service.list(`limit=5&cursor=${next_cursor}`);
    expect(last.data).toHaveLength(5);
    expect(last.next_cursor).toBeNull();
  });

  test("are not needed for an empty portfolio", async () => {
    const service = await sandbox({ positions: 0 });
    expect(await service.list()).toEqual({ data: [], next_cursor: null });
  });
});

describe("a single position", () => {
  test("is found by its id in either case and agrees with the list", async () => {
    const service = await sandbox({ positions: 48 });
    for (const summary of (await service.list()).data) {
      const detail = await service.detail(summary.position_id.toUpperCase());
      expect(detail).toMatchObject({ ...summary, portfolio_id: service.portfolioId });
      for (const leg of detail.legs) {
        z.strictObject(legDetail.shape).parse(leg);
        expect(leg.close_price === null).toBe(summary.status === "open");
        expect(leg.close_fee_paid === null).toBe(summary.status === "open");
      }
    }
  });

  test("has a note now and then, also in other scripts", async () => {
    const service = await sandbox();
    const { data } = await service.list();
    const details = await Promise.all(data.map(({ position_id }) => service.detail(position_id)));
    const notes = details.map((detail) => detail.note).filter((note) => note !== null);
    expect(notes.length).toBeGreaterThan(2);
    expect(notes.length).toBeLessThan(8);
    expect(notes.join()).toMatch(/\p{Extended_Pictographic}/u);
  });

  test("has legs with ids of their own", async () => {
    const service = await sandbox();
    const { data } = await service.list();
    const details = await Promise.all(data.map(({ position_id }) => service.detail(position_id)));
    const legs = details.flatMap((detail) => detail.legs.map((leg) => leg.leg_id));
    expect(new Set(legs).size).toBe(legs.length);
  });

  test("must be asked for by a uuid, and a known one", async () => {
    const service = await sandbox();
    const [first] = (await service.list("limit=1")).data;
    const id = first?.position_id ?? "";
    const changed = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
    expect(await refusal(service.get("/v1/positions/7f3c"))).toBe("400 VALIDATION_ERROR");
    expect(await refusal(service.get(`/v1/positions/${changed}`))).toBe("404 NOT_FOUND");
    service.clock.time -= 300 * DAY;
    expect(await refusal(service.get(`/v1/positions/${id}`))).toBe("404 NOT_FOUND");
  });
});

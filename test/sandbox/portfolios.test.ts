import { describe, expect, test } from "vitest";
import { carry } from "../support/carry.js";
import { NOON, refusal, sandbox, type TestSandbox } from "./harness.js";

const NAMES = ["main", "east", "west", "north", "south"];

interface Page {
  readonly data: readonly { position_id: string; legs: readonly object[] }[];
}

/** Returns the text of a portfolio's listing. */
async function listing(service: TestSandbox, id: string): Promise<string> {
  return await (await service.get(`/v1/portfolios/${id}/positions?include=performance`)).text();
}

/** Returns the sorted values of a key in a listing. */
const valuesOf = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`"${key}":"([^"]*)"`, "g"))].map(([, value]) => value).sort();

describe("the portfolios of a sandbox", () => {
  test("have as many positions each, and none in common", async () => {
    const service = await sandbox({ portfolios: 5 });
    expect(service.portfolios.map(({ name }) => name)).toEqual(NAMES);
    const texts = await Promise.all(service.portfolios.map(({ id }) => listing(service, id)));
    const ids = texts.flatMap((text) => valuesOf(text, "position_id"));
    expect(ids).toHaveLength(5 * 24);
    expect(new Set(ids).size).toBe(5 * 24);
    for (const key of ["opened_at", "asset"]) {
      expect(new Set(texts.map((text) => valuesOf(text, key).join())).size, key).toBe(5);
    }
  });

  test("are the same in every sandbox, and the first one that of a sandbox with one", async () => {
    const [alone, one, same] = await Promise.all(
      [undefined, 5, 5].map((portfolios) => sandbox({ portfolios })),
    );
    if (alone === undefined || one === undefined || same === undefined) throw new Error("missing");
    expect(await listing(one, alone.portfolioId)).toBe(await listing(alone, alone.portfolioId));
    for (const { id } of one.portfolios) {
      expect(await listing(same, id)).toBe(await listing(one, id));
    }
  });

  test("find each position with the portfolio that it is in, as listed", async () => {
    const service = await sandbox({ portfolios: 2, positions: 12 });
    for (const { id } of service.portfolios) {
      const { data }: Page = JSON.parse(await listing(service, id));
      for (const { position_id, legs } of data) {
        expect(await service.detail(position_id)).toMatchObject({ portfolio_id: id, legs });
      }
    }
  });

  test("other than those served are not found, and the cursor of another is refused", async () => {
    const two = await sandbox({ portfolios: 2 });
    const [, east] = two.portfolios;
    const { portfolios } = await sandbox({ portfolios: 5 });
    const asked = (id = "", query = "") =>
      refusal(two.get(`/v1/portfolios/${id}/positions${query}`));
    expect(await asked(portfolios[2]?.id)).toBe("404 NOT_FOUND");
    const { next_cursor } = await two.list("limit=5");
    expect(await asked(east?.id, `?cursor=${next_cursor}`)).toBe("400 VALIDATION_ERROR");
  });

  test("of the built-in profile are as many as its variable says", async () => {
    const { portfolios } = await sandbox({ portfolios: 2 });
    const list = (count: string) => {
      const line = ["positions", "list", "--portfolio", portfolios[1]?.id ?? "", "-o", "json"];
      const env = { CARRY_PROFILE: "sandbox", CARRY_SANDBOX_PORTFOLIOS: count };
      return carry(line, { env, clock: { now: () => NOON } });
    };
    const { code, stdout } = await list("2");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(24);
    expect((await list("1")).code).toBe(4);
    const { code: refused, stderr } = await list("6");
    expect(refused).toBe(2);
    expect(stderr).toContain("CARRY_SANDBOX_PORTFOLIOS");
  });

  test("are printed with their ids by carry sandbox", async () => {
    const printed = async (...options: string[]) => {
      const stop = new AbortController();
      stop.abort();
      return (await carry(["sandbox", "--portfolios", "5", ...options], { signal: stop.signal }))
        .stdout;
    };
    const { portfolios } = await sandbox({ portfolios: 5 });
    const text = await printed();
    for (const { name, id } of portfolios)
      expect(text).toMatch(new RegExp(`^ +${name} +${id}$`, "m"));
    expect(JSON.parse(await printed("-o", "json"))).toMatchObject({
      portfolios: portfolios.map(({ name, id }) => ({ portfolio: name, portfolio_id: id })),
    });
  });
});

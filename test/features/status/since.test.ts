import { describe, expect, it } from "vitest";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carry, type Surroundings } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { deskForFile } from "../../support/desk.js";
import { iso, NOW } from "../../support/now.js";

const held = (n: number, funding: number, more: Record<string, unknown> = {}) =>
  told(n, { funding, at: NOW }, { asset: `A${n}`, ...more });
const openedAt = (at: number) => ({ opened_at: new Date(at).toISOString() });

/** A service with scripted positions, and `carry status` at its time. */
async function desk() {
  const service = await past();
  const { env } = service;
  const status = (argv: readonly string[] = [], more: Surroundings = {}) =>
    carry(["status", ...argv], {
      ...more,
      env: { CARRY_RETRIES: "0", ...env, ...more.env },
      clock: { now: () => service.service.now },
    });
  const now = (at: number, positions: readonly Record<string, unknown>[]) => {
    service.service.now = at;
    service.service.positions = [...positions];
  };
  return { ...service, status, now };
}

describe("status beside an archive", () => {
  it("says what changed since the look of a day ago, through every look between", async () => {
    const { look, now, status } = await desk();
    await look(NOW - 3 * HOUR, [held(1, 5), held(2, 50)]);
    await look(NOW + HOUR, [held(1, 10), held(2, 50)]);
    await look(NOW + 20 * HOUR, [held(1, 13), held(2, 55)]);
    now(NOW + DAY, [held(1, 14.5), held(3, 2, openedAt(NOW + 21 * HOUR))]);
    const { stdout } = await status();
    expect(stdout).toMatch(
      /^since yesterday 13:00Z: net \+12 · funding \+12, price 0 · A2\.0{4}\S* closed · A3\.0{4}\S* opened$/m,
    );
    const json = await status(["-o", "json"]);
    expect(JSON.parse(json.stdout).since).toMatchObject({
      ...{ from: "2026-06-01T13:00:00Z", to: "2026-06-02T12:00:00Z", net_pnl: 11.5 },
    });
    const contradicts = await contradictions("status");
    expect(contradicts(JSON.parse(json.stdout))).toEqual([]);
  });

  it("says yesterday of the day before alone", async () => {
    const { look, now, status } = await desk();
    await look(NOW + 11 * HOUR + HOUR / 2, [held(1, 10)]); // 23:30Z
    now(NOW + 37 * HOUR, [held(1, 12)]); // 01:00Z, two days on
    expect((await status()).stdout).toMatch(/^since 1d ago \(06-01 23:30Z\): net \+2 /m);
  });

  it("takes the last snapshot before that where none is near, and says how old it is", async () => {
    const { look, now, status } = await desk();
    await look(NOW, [held(1, 10)]);
    now(NOW + 3 * DAY, [held(1, 7)]);
    expect((await status()).stdout).toMatch(/^since 3d ago \(06-01 12:00Z\): net -3 /m);
  });

  it("says nothing where all is younger", async () => {
    const { look, now, status } = await desk();
    await look(NOW, [held(1, 10)]);
    now(NOW + DAY, [held(1, 10)]);
    expect((await status()).stdout).toMatch(
      /^since yesterday 12:00Z: net 0 · funding 0, price 0$/m,
    );
    now(NOW + DAY, [held(1, 11)]);
    expect((await status()).stdout).toMatch(/^since /m);
    now(NOW + 8 * HOUR, [held(1, 11)]);
    const { stdout } = await status(["-o", "json"]);
    expect(JSON.parse(stdout)).not.toHaveProperty("since");
  });

  it("counts positions whose net PnL is unknown in no change", async () => {
    const { look, now, status } = await desk();
    await look(NOW, [held(1, 10), held(2, 10)]);
    const unknown = told(2, { funding: 12, net: null, at: NOW }, { asset: "A2" });
    now(NOW + DAY, [held(1, 12), unknown]);
    expect((await status()).stdout).toMatch(/^since yesterday 12:00Z: net \+2 \(1 of 2\) /m);
  });
});

describe("status of several portfolios beside an archive", () => {
  const portfolios = deskForFile(4);

  it("compares all of them with snapshots of about one time", async () => {
    const { run, setTime } = portfolios();
    const since = async (names: string) => {
      setTime(NOW + 54 * HOUR);
      const { stdout } = await run("status", "--portfolio", names, "-o", "json");
      return (JSON.parse(stdout) as { readonly since?: unknown }).since;
    };
    const sync = async (hours: number, names: string) => {
      setTime(NOW + hours * HOUR);
      const outcome = await run("archive", "sync", "--portfolio", names);
      expect(outcome.code).toBe(0);
    };
    await sync(0, "main,east");
    const before = await since("main,east");
    expect(before).toMatchObject({ from: expect.stringMatching(/^2026-06-01T12:00:00/) });
    await sync(30, "main,west");
    expect(await since("main,east")).toEqual(before);
    expect(await since("main")).toMatchObject({ from: iso(NOW + 30 * HOUR) });
    expect(await since("east,west")).toBeUndefined();
  });
});

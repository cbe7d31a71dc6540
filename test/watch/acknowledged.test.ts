import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAcknowledged } from "../../src/watch/acknowledged.js";
import { ago, DAY, hedged } from "../support/fresh-legs.js";
import { groupOf } from "../support/group.js";
import { performance } from "../support/records.js";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HOUR = 3_600_000;
const one = hedged(1, { opened_at: ago(40 * DAY) });
const ID = String(one.position_id);

/** Events of both markets, of which the short one pays so much a day; none of the last days where it is null. */
function paying(rate: number | null) {
  const of = (market: number) =>
    Array.from({ length: 90 }, (_, n) => ({
      funding_time: new Date(Math.floor(NOW / (8 * HOUR)) * 8 * HOUR - n * 8 * HOUR).toISOString(),
      ...{
        funding_rate: String(market === 2 ? rate : 0),
        funding_interval: 8,
        mark_price: "61000",
      },
    }));
  return rate === null ? new Map() : new Map([1, 2].map((id) => [id, of(id)]));
}

/** A book of a position that loses and pays funding, or does not. */
function book(loses: boolean, rate: number | null, ignore: Parameters<typeof groupOf>[2] = []) {
  const results = { funding_pnl: 0, spread_pnl: { realized: loses ? -500 : 5, unrealized: 0 } };
  const figures = performance({ ...results, calculated_at: new Date(NOW - 60_000).toISOString() });
  return groupOf([{ ...one, performance: figures }], { events: paying(rate), now: NOW }, ignore);
}

const silent = () => {};

function inDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "carry-acknowledged-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const env = { CARRY_STATE_DIR: directory };
  return {
    directory,
    open: () => createAcknowledged({ env }, silent),
  };
}

describe("an acknowledged reason", () => {
  it("lasts until its time, or until the reason clears, also in the next watch", () => {
    const { open, directory } = inDirectory();
    const all = open();
    all.set("losing", ID, NOW + HOUR);
    all.set("costs_funding", ID, undefined);
    expect(
      open()
        .list(NOW)
        .map(({ code }) => code),
    ).toEqual(["losing", "costs_funding"]);
    expect(
      open()
        .list(NOW + HOUR)
        .map(({ code }) => code),
    ).toEqual(["costs_funding"]);
    const next = open();
    next.prune(book(true, -0.0003));
    expect(next.list(NOW)).toHaveLength(2);
    next.prune(book(true, 0.0003));
    expect(
      open()
        .list(NOW)
        .map(({ code }) => code),
    ).toEqual(["losing"]);
    expect(statSync(join(directory, "watch", "acknowledged.json")).mode & 0o777).toBe(0o600);
  });

  it("of a position that is not listed is kept, since it may be of another portfolio", () => {
    const { open } = inDirectory();
    const all = open();
    all.set("costs_funding", "elsewhere", undefined);
    all.prune(book(true, 0.0003));
    expect(open().list(NOW)).toHaveLength(1);
  });

  it("lasts while the reason is unknown, or is left out by --ignore", () => {
    const all = inDirectory().open();
    all.set("costs_funding", ID, undefined);
    all.prune(book(false, null));
    all.prune(book(false, -0.0003, [{ code: "costs_funding", position: undefined }]));
    expect(all.list(NOW)).toHaveLength(1);
    all.prune(book(false, 0.0003));
    expect(all.list(NOW)).toEqual([]);
  });

  it("is kept beside those that another watch acknowledges meanwhile", () => {
    const { open } = inDirectory();
    const [first, second] = [open(), open()];
    first.set("losing", ID, undefined);
    second.set("costs_funding", ID, undefined);
    expect(
      open()
        .list(NOW)
        .map(({ code }) => code),
    ).toEqual(["losing", "costs_funding"]);
  });

  it("is taken back, and replaced by another time", () => {
    const all = inDirectory().open();
    all.set("losing", ID, NOW + HOUR);
    all.set("losing", ID, undefined);
    expect(all.list(NOW)).toEqual([{ code: "losing", position: ID }]);
    all.set("losing", ID, "never");
    expect(all.list(NOW)).toEqual([]);
  });

  it("lasts as long as the watch where the file is damaged, which is said once", () => {
    const { directory } = inDirectory();
    mkdirSync(join(directory, "watch"));
    writeFileSync(join(directory, "watch", "acknowledged.json"), "{");
    const warnings: string[] = [];
    const env = { CARRY_STATE_DIR: directory };
    const all = createAcknowledged({ env }, (_code, text) => warnings.push(text));
    all.set("losing", ID, undefined);
    expect(all.list(NOW)).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringContaining("acknowledged.json has no acknowledged causes"),
    ]);
  });

  it("lasts as long as the watch where there is no state directory", () => {
    const all = createAcknowledged({ env: {} }, silent);
    all.set("losing", ID, undefined);
    expect(all.list(NOW)).toHaveLength(1);
  });

  it("lasts as long as the watch where it cannot be stored, which is said once", () => {
    const warnings: string[] = [];
    const env = { CARRY_STATE_DIR: "/dev/null/state" };
    const all = createAcknowledged({ env }, (_code, text) => warnings.push(text));
    all.set("losing", ID, undefined);
    all.set("costs_funding", ID, undefined);
    expect(all.list(NOW).map(({ code }) => code)).toEqual(["losing", "costs_funding"]);
    expect(warnings).toEqual([expect.stringContaining("/dev/null/state")]);
  });
});

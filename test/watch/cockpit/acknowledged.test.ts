import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { acknowledgedStore, createAcknowledged } from "../../../src/watch/cockpit/acknowledged.js";
import { hedged } from "../../support/fresh-legs.js";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HOUR = 3_600_000;
const one = hedged(1);
/** A status with these reasons of a position. @param run its funding of 24 hours; null if it is unknown */
function statusOf(
  codes: readonly string[],
  run: number | null = 1,
  ignore: readonly object[] = [],
) {
  const found = codes.map((code) => ({ code }));
  const runs = { "24h": { settled: { value: run } }, "7d": { perDay: { value: 1 } } };
  const each = [{ position: one, reasons: ignore.length > 0 ? [] : found, found, runs }];
  return { each, criteria: { now: NOW, limits: { ignore } } } as never;
}
const silent = () => {};

function inDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "carry-acknowledged-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const env = { CARRY_STATE_DIR: directory };
  return {
    directory,
    open: () => createAcknowledged(acknowledgedStore({ env }), silent),
  };
}

describe("an acknowledged reason", () => {
  it("lasts until its time, or until the reason clears, also in the next watch", () => {
    const { open, directory } = inDirectory();
    const all = open();
    all.set("losing", one.position_id, NOW + HOUR);
    all.set("paying", one.position_id, undefined);
    expect(
      open()
        .list(NOW)
        .map(({ code }) => code),
    ).toEqual(["losing", "paying"]);
    expect(
      open()
        .list(NOW + HOUR)
        .map(({ code }) => code),
    ).toEqual(["paying"]);
    const next = open();
    next.prune(statusOf(["losing", "paying"]));
    expect(next.list(NOW)).toHaveLength(2);
    next.prune(statusOf(["losing"]));
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
    all.set("paying", "elsewhere", undefined);
    all.prune(statusOf(["losing"]));
    expect(open().list(NOW)).toHaveLength(1);
  });

  it("lasts while the reason is unknown, or is left out by --ignore", () => {
    const all = inDirectory().open();
    all.set("paying", one.position_id, undefined);
    all.prune(statusOf([], null));
    all.prune(statusOf(["paying"], 1, [{ code: "paying" }]));
    expect(all.list(NOW)).toHaveLength(1);
    all.prune(statusOf([]));
    expect(all.list(NOW)).toEqual([]);
  });

  it("is kept beside those that another watch acknowledges meanwhile", () => {
    const { open } = inDirectory();
    const [first, second] = [open(), open()];
    first.set("losing", one.position_id, undefined);
    second.set("paying", one.position_id, undefined);
    expect(
      open()
        .list(NOW)
        .map(({ code }) => code),
    ).toEqual(["losing", "paying"]);
  });

  it("is taken back, and replaced by another time", () => {
    const all = inDirectory().open();
    all.set("losing", one.position_id, NOW + HOUR);
    all.set("losing", one.position_id, undefined);
    expect(all.list(NOW)).toEqual([{ code: "losing", position: one.position_id }]);
    all.set("losing", one.position_id, "never");
    expect(all.list(NOW)).toEqual([]);
  });

  it("lasts as long as the watch where there is no state directory", () => {
    const all = createAcknowledged(acknowledgedStore({ env: {} }), silent);
    all.set("losing", one.position_id, undefined);
    expect(all.list(NOW)).toHaveLength(1);
  });

  it("lasts as long as the watch where it cannot be stored, which is said once", () => {
    const warnings: string[] = [];
    const write = () => {
      throw new Error("the disk is full");
    };
    const all = createAcknowledged({ read: () => [], write }, (_code, text) => warnings.push(text));
    all.set("losing", one.position_id, undefined);
    all.set("paying", one.position_id, undefined);
    expect(all.list(NOW).map(({ code }) => code)).toEqual(["losing", "paying"]);
    expect(warnings).toEqual(["the disk is full"]);
  });
});

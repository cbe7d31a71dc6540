import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { acknowledgedStore, createAcknowledged } from "../../../src/watch/cockpit/acknowledged.js";
import { position } from "../../support/records.js";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const HOUR = 3_600_000;
const one = position(1, {}) as never as { position_id: string };
const concern = (...codes: string[]) => [
  { position: one, reasons: codes.map((code) => ({ code })) } as never,
];

function inDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "carry-acknowledged-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const env = { CARRY_STATE_DIR: directory };
  return { directory, open: () => createAcknowledged(acknowledgedStore({ env }, undefined)) };
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
    next.prune(concern("losing", "paying"), NOW);
    expect(next.list(NOW)).toHaveLength(2);
    next.prune(concern("losing"), NOW);
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
    all.prune(concern("losing"), NOW);
    expect(open().list(NOW)).toHaveLength(1);
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
    const all = createAcknowledged(acknowledgedStore({ env: {} }, undefined));
    all.set("losing", one.position_id, undefined);
    expect(all.list(NOW)).toHaveLength(1);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { forgetIds, recallIds, rememberIds } from "../../src/completion/ids.js";
import { stateDirectory } from "../../src/storage/places.js";

const ids = [
  { id: "a1", asset: "BTC", status: "open" },
  { id: "a2", asset: "ETH", status: "closed" },
];

describe("the ids of the last listing", () => {
  let directory: string;
  const place = (profile: string) => ({
    env: { CARRY_STATE_DIR: join(directory, "state") },
    platform: "linux" as const,
    profile,
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "carry-ids-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
  });

  it("are kept for the profile they were listed with", () => {
    rememberIds(place("main"), ids);
    expect(recallIds(place("main"))).toEqual(ids);
    expect(recallIds(place("other"))).toEqual([]);
  });

  it("are replaced by those of the next listing", () => {
    rememberIds(place("main"), ids);
    rememberIds(place("other"), ids.slice(1));
    expect(recallIds(place("main"))).toEqual([]);
    expect(recallIds(place("other"))).toEqual(ids.slice(1));
  });

  it("are for the user's eyes only, and nothing else lies beside them", () => {
    rememberIds(place("main"), ids);
    const state = join(directory, "state");
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, "ids.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(state)).toEqual(["ids.json"]);
  });

  it("are ids, assets and statuses, whatever else a position holds", () => {
    rememberIds(place("main"), [{ ...ids[0], net_pnl: 12345 } as (typeof ids)[number]]);
    expect(readFileSync(join(directory, "state", "ids.json"), "utf8")).toBe(
      '{"version":1,"profile":"main","ids":[["a1","BTC","open"]]}',
    );
  });

  it("are at most ten thousand", () => {
    rememberIds(
      place("main"),
      Array.from({ length: 10_001 }, (_, n) => ({ id: `id${n}`, asset: "BTC", status: "open" })),
    );
    expect(recallIds(place("main"))).toHaveLength(10_000);
  });

  it("are forgotten on demand, also when there are none", () => {
    rememberIds(place("main"), ids);
    forgetIds(place("main"));
    forgetIds(place("main"));
    expect(recallIds(place("main"))).toEqual([]);
  });

  it("are done without where they cannot be kept", () => {
    writeFileSync(join(directory, "state"), "a file, where the directory should be");
    rememberIds(place("main"), ids);
    expect(recallIds(place("main"))).toEqual([]);
    rememberIds({ env: {}, platform: "linux", profile: "main" }, ids);
  });

  it("have their place on every platform", () => {
    expect(stateDirectory({ HOME: "/h" }, "linux")).toBe("/h/.local/state/carry");
    expect(stateDirectory({ HOME: "/h", XDG_STATE_HOME: "/s" }, "linux")).toBe("/s/carry");
    expect(stateDirectory({ HOME: "/h" }, "darwin")).toBe(
      "/h/Library/Application Support/carry/state",
    );
    expect(stateDirectory({ LOCALAPPDATA: "/l" }, "win32")).toBe("/l/carry/State");
  });
});

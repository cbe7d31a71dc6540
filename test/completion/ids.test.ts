import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { stateDirectory } from "../../src/base/storage/places.js";
import { forgetIds, recallIds, rememberIds } from "../../src/run/known-ids.js";

const ids = [
  { id: "a1", asset: "BTC", status: "open", exchanges: "okx/bybit" },
  { id: "a2", asset: "ETH", status: "closed", exchanges: "" },
];

describe("the ids of the last listing", () => {
  let directory: string;
  const at = (...parts: string[]) => join(directory, "state", ...parts);
  const place = (profile: string, portfolio = "p1") => ({
    env: { CARRY_STATE_DIR: at() },
    platform: "linux" as const,
    profile,
    portfolio,
  });
  const files = () => readdirSync(at("ids"));
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "carry-ids-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
  });

  it("are kept for the profile and portfolio that were listed", () => {
    rememberIds(place("main"), ids);
    expect(recallIds(place("main"))).toEqual(ids);
    expect(recallIds(place("other"))).toEqual([]);
    expect(recallIds(place("main", "p2"))).toEqual([]);
  });

  it("stay when another profile or portfolio is listed", () => {
    rememberIds(place("main"), ids);
    rememberIds(place("other"), ids.slice(1));
    rememberIds(place("main", "p2"), []);
    expect(recallIds(place("main"))).toEqual(ids);
    expect(recallIds(place("other"))).toEqual(ids.slice(1));
  });

  it("are replaced by those of the next listing of the same", () => {
    rememberIds(place("main"), ids);
    rememberIds(place("main"), ids.slice(1));
    expect(recallIds(place("main"))).toEqual(ids.slice(1));
    expect(files()).toHaveLength(1);
  });

  it("are those of a portfolio in either case of its letters", () => {
    rememberIds(place("main", "ABC"), ids);
    expect(recallIds(place("main", "abc"))).toEqual(ids);
    expect(recallIds(place("MAIN", "abc"))).toEqual([]);
  });

  it("are readable by their owner only, without any other file", () => {
    rememberIds(place("main"), ids);
    for (const path of [at(), at("ids")]) expect(statSync(path).mode & 0o777).toBe(0o700);
    const [file = "", ...others] = files();
    expect(others).toEqual([]);
    expect(statSync(at("ids", file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(at())).toEqual(["ids"]);
  });

  it("are ids, assets, statuses and exchanges, whatever else a position holds", () => {
    rememberIds(place("main"), [{ ...ids[0], net_pnl: 12345 } as (typeof ids)[number]]);
    expect(readFileSync(at("ids", files()[0] ?? ""), "utf8")).toBe(
      '{"version":3,"profile":"main","portfolio":"p1","ids":[["a1","BTC","open","okx/bybit"]]}',
    );
  });

  it("are at most ten thousand", () => {
    rememberIds(
      place("main"),
      Array.from({ length: 10_001 }, (_, n) => ({ id: `id${n}`, asset: "BTC", status: "open" })),
    );
    expect(recallIds(place("main"))).toHaveLength(10_000);
  });

  it("are of at most 64 portfolios, those listed last", () => {
    for (let n = 0; n < 64; n++) rememberIds(place("main", `p${n}`), ids);
    for (const [n, file] of files().entries()) utimesSync(at("ids", file), n, n);
    const [oldest = ""] = files();
    utimesSync(at("ids", oldest), 0, 0);
    rememberIds(place("main", "one more"), ids);
    expect(files()).toHaveLength(64);
    expect(files()).not.toContain(oldest);
    expect(recallIds(place("main", "one more"))).toEqual(ids);
  });

  it("are forgotten on demand for every portfolio, also when there are none", () => {
    forgetIds(place("main"));
    rememberIds(place("main"), ids);
    rememberIds(place("main", "p2"), ids);
    rememberIds(place("other"), ids);
    forgetIds(place("main"));
    forgetIds(place("main"));
    expect(recallIds(place("main"))).toEqual([]);
    expect(recallIds(place("main", "p2"))).toEqual([]);
    expect(recallIds(place("other"))).toEqual(ids);
    expect(files()).toHaveLength(1);
  });

  it("are not stored where this is impossible", () => {
    writeFileSync(at(), "a file, where the directory should be");
    rememberIds(place("main"), ids);
    expect(recallIds(place("main"))).toEqual([]);
    rememberIds({ env: {}, platform: "linux", profile: "main", portfolio: "p1" }, ids);
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

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runCarry } from "../support/process.js";
import { ask, KINDS, LINES, offered, request, words } from "./asking.js";
import { type Computer, furnish, idsFileOf, POSITIONS } from "./computer.js";

describe("the hidden command", () => {
  let computer: Computer;
  beforeAll(() => {
    computer = furnish();
  });
  afterAll(() => computer.remove());

  it("knows the profiles and which one is in use", () => {
    expect(offered("--profile ", computer)).toEqual([
      "main\tin use",
      "hedge\tprofile",
      "sandbox\tbuilt in, needs no service",
    ]);
  });

  it("gives markets by name, and their ids with symbol and exchange where digits are typed", () => {
    expect(offered("funding history ", computer)).toEqual([
      "binance:BTCUSDT\tmarket 7",
      "dydx:ETH-USD\tmarket 71",
      "hyperliquid:SOL\tmarket 8",
    ]);
    expect(offered("funding history 7", computer)).toEqual([
      "7\tBTCUSDT binance",
      "71\tETH-USD dydx",
    ]);
  });

  it("gives assets, classes and exchanges", () => {
    expect(offered("positions list --asset b", computer)).toEqual(["BTC\tBitcoin"]);
    expect(offered("assets --class ", computer)).toEqual(["crypto\t", "metal\t"]);
    expect(offered("positions list --exchange D", computer)).toEqual(["dydx\t"]);
  });

  it("gives the positions of the last listing of the profile in the line", () => {
    const [first] = POSITIONS;
    expect(offered("positions get b", computer)).toEqual(["BTC.aaaa\topen, okx/bybit"]);
    expect(offered("positions get aaaa1", computer)).toEqual([`${first[0]}\tBTC open`]);
    expect(offered("--profile hedge positions get ", computer)).toEqual([]);
    expect(offered("positions get --profile=main ", computer)).toHaveLength(3);
  });

  it("takes the profile of the environment when the line names none", () => {
    const env = { ...computer.env, CARRY_PROFILE: "hedge" };
    expect(offered("positions get ", { env })).toEqual([]);
    expect(offered("--profile main positions get ", { env })).toHaveLength(3);
  });

  it("keeps services apart", () => {
    expect(offered("--profile hedge positions list --asset ", computer)).toEqual([]);
    const elsewhere = "--base-url https://third.example positions list --asset ";
    expect(offered(elsewhere, computer)).toEqual([]);
    const there = "--profile hedge --base-url https://service.example positions list --asset ";
    expect(words(there, computer)).toEqual(["BTC", "ETH", "XAU"]);
  });

  it("says what it is, in which version, and what stands before the words", () => {
    expect(ask(request("positions list --status=open,"), computer)).toBe(
      "carry 1 values comma\n--status=open,\nclosed\t\nall\t\n",
    );
  });

  it.each([
    ["nothing", []],
    ["another version", ["2", ...request("pos").slice(1)]],
    ["no shell", ["1"]],
    ["a shell that it does not know", ["1", "tcsh", "0", "--", "pos"]],
    ["the name of what every object has", ["1", "constructor", "0", "--", "pos"]],
    ["no words", ["1", "fish", "0", "--"]],
    ["a place behind the words", ["1", "zsh", "5", "--", "pos"]],
    ["a place that is no number", ["1", "zsh", "x", "--", "pos"]],
    ["half of what bash hands over", ["1", "bash", "1", " pos"]],
    ["no base64", ["1", "powershell", "%%%"]],
    ["the request of an earlier carry", ["profile", "", "--profile="]],
  ])("sends no answer to %s", (_, argv) => {
    expect(ask(argv, computer)).toBe("");
  });

  it("is a process that never fails and says nothing else", async () => {
    const complete = (line: string, env: Readonly<Record<string, string>>) =>
      runCarry(["__complete", ...request(line)], env);
    expect(await complete(LINES.exchange, computer.env)).toEqual({
      code: 0,
      stdout: "carry 1 values anycase comma\n\nbinance\t\ndydx\t\nhyperliquid\t\n",
      stderr: "",
    });
    for (const line of [...Object.values(LINES), "zz", ""]) {
      const nowhere = await complete(line, { CARRY_CACHE_DIR: "/dev/null" });
      expect([nowhere.code, nowhere.stderr]).toEqual([0, ""]);
    }
    expect(await runCarry(["__complete"], computer.env)).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  it("knows the commands of the program that it was built with", async () => {
    for (const line of [
      "",
      "positions list --",
      "help ",
      "profile set output ",
      "assets --sort ",
    ]) {
      const { stdout } = await runCarry(["__complete", ...request(line)], computer.env);
      expect(stdout).toBe(ask(request(line), computer));
      expect(stdout).toMatch(/^carry 1 .*\n\n.+\n.+\n/);
    }
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "[1]"],
    ["nothing", ""],
    ["other types", '{"version":"x","profiles":[1],"current":{},"ids":{},"body":5,"key":[]}'],
    ["a body that is no JSON", '{"version":1,"key":"https://service.example/","body":"<html>"}'],
    [
      "records that are none",
      '{"version":2,"key":"","body":"{\\"data\\":[null,1,[],{}]}","ids":[null,[]],"profiles":{"main":null}}',
    ],
  ])("is silent about files with %s in them", (_, text) => {
    const broken = furnish();
    onTestFinished(() => broken.remove());
    for (const file of [
      "config/config.json",
      "cache/assets-01234567.json",
      "cache/markets-01234567.json",
      idsFileOf(broken.home),
    ]) {
      writeFileSync(join(broken.home, file), text);
    }
    for (const kind of KINDS) {
      const lines = offered(LINES[kind], broken).join("\n");
      expect(lines).toMatch(/^((main\t.*\n)?sandbox\t.*)?$/);
    }
  });

  it("knows nothing without a home directory", () => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      expect(offered(LINES.asset, { env: {}, platform })).toEqual([]);
      expect(offered(LINES["position-id"], { env: {}, platform })).toEqual([]);
    }
  });

  it("removes what could control a terminal", () => {
    const directory = mkdtempSync(join(tmpdir(), "carry-answer-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const records = [
      { asset: "OK", name: "red \u001b[31m and \u202e turned\nround\t!" },
      { asset: "E\u001b[2J", name: "" },
      { asset: "B\u202eC", name: "" },
      { asset: "N\nL", name: "" },
      { asset: "L".repeat(500), name: "" },
    ];
    const body = JSON.stringify({ data: records });
    writeFileSync(
      join(directory, "assets-01234567.json"),
      JSON.stringify({ version: 1, stored_at: 0, key: "http://a/", body }),
    );
    const env = { CARRY_CACHE_DIR: directory, CARRY_CONFIG_DIR: directory };
    expect(offered(LINES.asset, { env })).toEqual(["OK\tred [31m and turned round !"]);
  });
});

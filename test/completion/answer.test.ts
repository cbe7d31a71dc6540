import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { answer } from "../../src/completion/answer.js";
import { DYNAMIC_KINDS } from "../../src/completion/model.js";
import { runCarry } from "../support/process.js";
import { type Computer, furnish, POSITIONS } from "./computer.js";

describe("the hidden command", () => {
  let computer: Computer;
  beforeAll(() => {
    computer = furnish();
  });
  afterAll(() => computer.remove());
  const ask = (...argv: string[]) => answer(argv, { env: computer.env, platform: "linux" });

  it("knows the profiles and which one is in use", () => {
    expect(ask("profile")).toBe(
      "main\tin use\nhedge\tprofile\nsandbox\tbuilt in, needs no service\n",
    );
  });

  it("gives market ids with symbol and exchange", () => {
    expect(ask("market-id", "7")).toBe("7\tBTCUSDT binance\n71\tETH-USD dydx\n");
  });

  it("gives assets, classes and exchanges", () => {
    expect(ask("asset", "b")).toBe("BTC\tBitcoin\n");
    expect(ask("asset-class")).toBe("crypto\t\nmetal\t\n");
    expect(ask("exchange", "D")).toBe("dydx\t\n");
  });

  it("gives the positions of the last listing, if it was of the profile in the line", () => {
    const [first] = POSITIONS;
    expect(ask("position-id", "aaaa1")).toBe(`${first[0]}\tBTC open\n`);
    expect(ask("position-id", "", "--profile=hedge")).toBe("");
    expect(ask("position-id", "--profile=main").split("\n")).toHaveLength(4);
  });

  it("takes the profile of the environment when the line names none", () => {
    const env = { ...computer.env, CARRY_PROFILE: "hedge" };
    expect(answer(["position-id"], { env, platform: "linux" })).toBe("");
  });

  it("keeps services apart", () => {
    expect(ask("asset", "", "--profile=hedge")).toBe("");
  });

  it("answers nothing to a question that it does not know", () => {
    expect(ask()).toBe("");
    expect(ask("password")).toBe("");
  });

  it("is a process that never fails and says nothing else", async () => {
    const { code, stdout, stderr } = await runCarry(["__complete", "exchange"], computer.env);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "binance\t\ndydx\t\nhyperliquid\t\n",
      stderr: "",
    });
    for (const kind of [...DYNAMIC_KINDS, "zz", ""]) {
      const nowhere = await runCarry(["__complete", kind], { CARRY_CACHE_DIR: "/dev/null" });
      expect([nowhere.code, nowhere.stderr]).toEqual([0, ""]);
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
      '{"version":1,"key":"","body":"{\\"data\\":[null,1,[],{}]}","ids":[null,[]],"profiles":{"main":null}}',
    ],
  ])("is silent about files with %s in them", (_, text) => {
    const broken = furnish();
    onTestFinished(() => broken.remove());
    for (const file of [
      "config/config.json",
      "cache/assets-01234567.json",
      "cache/markets-01234567.json",
      "state/ids.json",
    ]) {
      writeFileSync(join(broken.home, file), text);
    }
    for (const kind of DYNAMIC_KINDS) {
      const lines = answer([kind, ""], { env: broken.env, platform: "linux" });
      expect(lines).toMatch(/^((main\t.*\n)?sandbox\t.*\n)?$/);
    }
  });

  it("knows nothing where there is no home", () => {
    for (const platform of ["linux", "darwin", "win32"] as const) {
      expect(answer(["asset"], { env: {}, platform })).toBe("");
      expect(answer(["position-id"], { env: {}, platform })).toBe("");
    }
  });

  it("lets nothing through that a terminal would obey", () => {
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
    expect(answer(["asset"], { env, platform: "linux" })).toBe("OK\tred [31m and turned round !\n");
  });
});

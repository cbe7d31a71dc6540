import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_PORTFOLIOS, SCENARIO_NAMES } from "../../src/sandbox/scenarios.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { LINES, offered, words } from "./asking.js";

/** Returns the offers after `--profile sandbox`, without any stored data. */

const empty = { env: {} };
const behind = (kind: keyof typeof LINES) => `--profile sandbox ${LINES[kind]}`;

async function listed(argv: readonly string[], env: Record<string, string> = {}) {
  const line = ["--profile", "sandbox", ...argv, "-o", "json"];
  const { code, stdout } = await carry(line, { env, clock: { now: () => NOW } });
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, string>[];
}

describe("completion for the sandbox", () => {
  it("offers its assets and their classes", async () => {
    const assets = await listed(["assets"]);
    expect(offered(behind("asset"), empty)).toEqual(
      assets.map(({ asset, name }) => `${asset}\t${name}`),
    );
    expect(words(behind("asset-class"), empty)).toEqual(
      [...new Set(assets.map((it) => it.asset_class))].sort(),
    );
  });

  it("offers its markets and exchanges", async () => {
    const markets = await listed(["funding", "markets"]);
    expect(offered(behind("market-id"), empty)).toEqual(
      markets.map((it) => `${it.exchange}:${it.symbol}\tmarket ${it.market_id}`),
    );
    const ofDigit = markets.filter((it) => String(it.market_id).startsWith("1"));
    expect(offered(behind("market-id"), empty, "1")).toEqual(
      ofDigit.map((it) => `${it.market_id}\t${it.symbol} ${it.exchange}`),
    );
    expect(words(behind("exchange"), empty)).toEqual(
      [...new Set(markets.map((it) => it.exchange))].sort(),
    );
  });

  it.each(["", ...SCENARIO_NAMES, SCENARIO_NAMES.join(", ")])(
    "offers its positions as they are now, with the scenario: %s",
    async (scenario) => {
      const env = { CARRY_SANDBOX_SCENARIO: scenario };
      const positions = await listed(["positions", "list"], env);
      expect(offered(behind("position-id"), { env })).toEqual(
        positions.map((it) => `${it.asset}.${it.position_id?.slice(0, 4)}\t${it.status}`),
      );
    },
  );

  it("offers them too where the environment names the profile", () => {
    const env = { CARRY_PROFILE: "sandbox", CARRY_BASE_URL: "https://service.example" };
    expect(words(LINES["position-id"], { env })).toHaveLength(24);
    expect(words(LINES.asset, { env })).toContain("XAU");
  });

  it("offers its portfolios, and the positions of the first alone", async () => {
    const env = { CARRY_SANDBOX_PORTFOLIOS: "3" };
    expect(words(behind("portfolio"), { env })).toEqual(["main", "east", "west", "all"]);
    const of = (portfolio: string) =>
      words(behind("position-id").replace("get", `get --portfolio ${portfolio}`), { env });
    const id = SANDBOX_PORTFOLIOS[0].id;
    for (const first of ["main", id, "east,main", "all"]) expect(of(first)).toHaveLength(24);
    for (const other of ["east", "11111111-1111-4111-8111-111111111111"])
      expect(of(other)).toEqual([]);
  });

  it("leaves the choice of scenarios to the command", () => {
    const env = { CARRY_SANDBOX_SCENARIO: "no such scenario" };
    expect(words(behind("position-id"), { env })).toHaveLength(24);
  });

  it("needs no listing, and none leaves anything behind", async () => {
    const home = mkdtempSync(join(tmpdir(), "carry-sandbox-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    await listed(["positions", "list"], {
      CARRY_STATE_DIR: join(home, "state"),
      CARRY_CACHE_DIR: join(home, "cache"),
    });
    expect(readdirSync(home)).toEqual([]);
  });
});

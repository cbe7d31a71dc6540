import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { isInstalled } from "../support/needs.js";
import { sandboxForFile } from "../support/sandbox.js";
import { DOWN, deskForTest, SCRIPTS } from "../support/scripts.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Listed {
  readonly position_id: string;
  readonly asset: string;
  readonly status: string;
  readonly performance: { readonly net_pnl: number | null };
}

async function listed(): Promise<readonly Listed[]> {
  const { stdout } = await carry(["positions", "list", "--performance", "-o", "json"], {
    env: env(),
  });
  return JSON.parse(stdout);
}

const NIL = "00000000-0000-4000-8000-000000000000";

describe("check.sh, over the exit codes of check", () => {
  it("prints the report when something needs attention", async () => {
    const { code, stdout, stderr } = await deskForTest(env()).script("check.sh");
    expect([code, stderr]).toEqual([10, ""]);
    expect(stdout).toMatch(/^needs attention:\n\d+ failed · .*15 open positions\n/);
  });

  it.each([
    ["the service is down", DOWN, 7, "try again later: error: cannot reach http://127.0.0.1:1"],
    ["the key is refused", { CARRY_API_KEY: "wrong" }, 3, "no API key, or it was refused"],
    ["the portfolio is another", { CARRY_PORTFOLIO: NIL }, 4, "there is no such portfolio"],
    ["a setting is wrong", { CARRY_TIMEOUT: "soon" }, 2, "carry failed with exit code 2: error:"],
  ])("says what to do when %s", async (_what, wrong, exit, message) => {
    const { code, stdout, stderr } = await deskForTest({ ...env(), ...wrong }).script("check.sh");
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toContain(message);
  });
});

describe("check.sh, where carry is a stand-in", () => {
  it.each([
    [0, "nothing needs attention\n"],
    [11, "unknown:\nthe report\n"],
    [6, "try again later: the report\n"],
    [143, "ended by a signal\n"],
    [1, "carry failed with exit code 1: the report\n"],
  ])("acts on exit code %d", async (exit, text) => {
    const desk = deskForTest({});
    writeFileSync(join(desk.bin, "carry"), `#!/bin/sh\necho the report\nexit ${exit}\n`);
    const { code, stdout, stderr } = await desk.script("check.sh");
    expect([code, stdout + stderr]).toEqual([exit, text]);
  });
});

describe("notes.sh, with xargs", () => {
  it("gets each open position once", async () => {
    const { code, stdout } = await deskForTest(env()).script("notes.sh");
    const assets = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)[0]);
    const open = (await listed()).filter(({ status }) => status === "open");
    expect([code, assets]).toEqual([0, open.map(({ asset }) => asset)]);
  });
});

describe("losing.sh, with read", () => {
  it("prints the losing positions, and not one without a net PnL", async () => {
    const { code, stdout } = await deskForTest(env()).script("losing.sh");
    const expected = (await listed())
      .filter(({ status, performance }) => status === "open" && (performance.net_pnl ?? 0) < 0)
      .sort((a, b) => (a.performance.net_pnl ?? 0) - (b.performance.net_pnl ?? 0))
      .map((it) => `${it.asset} ${it.position_id.slice(0, 8)}: ${it.performance.net_pnl} USD\n`);
    expect(expected.length).toBeGreaterThan(1);
    expect([code, stdout]).toEqual([0, expected.join("")]);
  });

  it("fails when the listing does", async () => {
    const { code, stdout } = await deskForTest({ ...env(), ...DOWN }).script("losing.sh");
    expect([code, stdout]).toEqual([7, ""]);
  });
});

describe.runIf(isInstalled("jq", ["--version"], "by_status.sh was"))(
  "by_status.sh, with jq",
  () => {
    it("counts the positions by status", async () => {
      const { code, stdout } = await deskForTest(env()).script("by_status.sh");
      const count = (status: string) => `{"status":"${status}","positions":`;
      expect([code, stdout]).toEqual([
        0,
        `${count("closed")}9,"unknown":0}\n${count("open")}15,"unknown":1}\n`,
      ]);
    });

    it("prints the codes of errors, and nothing to stdout, when the service is down", async () => {
      const desk = deskForTest({ ...env(), ...DOWN });
      const { code, stdout, stderr } = await desk.script("by_status.sh");
      expect([code, stdout]).toEqual([7, ""]);
      expect(stderr).toMatch(/^CONNECTION_REFUSED: cannot reach http:\/\/127\.0\.0\.1:1\b/);
    });
  },
);

describe.runIf(isInstalled("jq", ["--version"], "pages.sh was"))("pages.sh, with cursors", () => {
  it("lists every position in parts", async () => {
    const { code, stdout } = await deskForTest(env()).script("pages.sh");
    expect([code, stdout]).toEqual([0, "10 positions\n10 positions\n4 positions\n"]);
  });

  it("ends with the error when the service is down", async () => {
    const desk = deskForTest({ ...env(), ...DOWN });
    const { code, stdout, stderr } = await desk.script("pages.sh");
    expect([code, stdout]).toEqual([1, ""]);
    expect(JSON.parse(stderr).error.code).toBe("CONNECTION_REFUSED");
  });
});

describe.runIf(isInstalled("fzf", ["--version"], "pick.sh was"))("pick.sh, with fzf", () => {
  it("shows the position that is chosen", async () => {
    const open = (await listed()).filter(({ status }) => status === "open");
    const once = open.find(({ asset }) => open.filter((it) => it.asset === asset).length === 1);
    const argv = ["--filter", `^${once?.asset}.`];
    const { code, stdout } = await deskForTest(env()).run(join(SCRIPTS, "pick.sh"), argv);
    expect([code, /^id +(\S+)/m.exec(stdout)?.[1]]).toEqual([0, once?.position_id]);
  });
});

describe("scripts, where 30 % of the requests fail", () => {
  const failing = sandboxForFile({ seed: 1, positions: 24, failRate: 0.3 });
  const patient = () => ({ ...failing.env(), CARRY_RETRIES: "9" });

  it.each(["by_status.sh", "losing.sh", "net_pnl.py"])("%s prints the same", async (name) => {
    const [right, retried] = [
      await deskForTest(env()).script(name),
      await deskForTest(patient()).script(name),
    ];
    expect(right.code).toBe(0);
    expect(retried).toMatchObject({ code: 0, stdout: right.stdout });
  });
});

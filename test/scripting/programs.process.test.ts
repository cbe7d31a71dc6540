import Big from "big.js";
import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { isInstalled } from "../support/needs.js";
import { sandboxForFile } from "../support/sandbox.js";
import { DOWN, deskForTest } from "../support/scripts.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Listed {
  readonly asset: string;
  readonly performance: { readonly net_pnl: number | null };
}

async function open(): Promise<readonly Listed[]> {
  const argv = ["positions", "list", "--status", "open", "--performance", "-o", "json"];
  return JSON.parse((await carry(argv, { env: env() })).stdout);
}

describe.runIf(isInstalled("python3", ["--version"], "net_pnl.py was"))("net_pnl.py", () => {
  it("sums the net PnL exactly, and counts what is unknown", async () => {
    const { code, stdout, stderr } = await deskForTest(env()).script("net_pnl.py");
    const positions = await open();
    const lines = [...new Set(positions.map(({ asset }) => asset))].map((name) => {
      const figures = positions.filter(({ asset }) => asset === name);
      const known = figures.flatMap(({ performance }) => performance.net_pnl ?? []);
      const sum = known.reduce((total, it) => total.plus(it), new Big(0)).toFixed();
      const unknown = figures.length - known.length;
      return { sum: Number(sum), line: `${name} ${sum}${unknown ? ` (${unknown} unknown)` : ""}` };
    });
    lines.sort((a, b) => a.sum - b.sum);
    const printed = stdout
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [name = "", sum = "", ...unknown] = line.trimEnd().split(" ");
        return [name, new Big(sum).toFixed(), ...unknown].join(" "); // 25.90 is 25.9
      });
    expect([code, stderr, printed]).toEqual([0, "", lines.map(({ line }) => line)]);
    expect(stdout).toContain("unknown)");
  });

  it.each([
    ["75 when the service is down", DOWN, 75, /^CONNECTION_REFUSED: cannot reach /],
    ["1 when the key is refused", { CARRY_API_KEY: "wrong" }, 1, /^UNAUTHORIZED: /],
  ])("exits with %s", async (_what, wrong, exit, message) => {
    const { code, stdout, stderr } = await deskForTest({ ...env(), ...wrong }).script("net_pnl.py");
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toMatch(message);
  });
});

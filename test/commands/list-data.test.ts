import { describe, expect, it } from "vitest";
import { leg, nothing, position as positionOf, results } from "../reports/inputs.js";
import { listedService } from "../support/listed-service.js";

const MARKETS = [1, 2].map((id) => ({ id, events: nothing() }));

/** A position whose id differs from others in its first digits. */
const position = (n: number, quantity: number, more: object = {}, short: object = {}) => {
  const position_id = `${(0xa000 + n).toString(16)}0000-0000-4000-8000-000000000000`;
  const legs = [leg("long", 1, { quantity }), leg("short", 2, { quantity, ...short })];
  return positionOf(n, "AAA", legs, { position_id, ...more });
};

async function run(positions: readonly object[], command: string) {
  const service = await listedService({ positions, markets: MARKETS });
  return service.run(command.split(" "));
}

async function json(positions: readonly object[], command: string) {
  return JSON.parse((await run(positions, `${command} -o json`)).stdout);
}

describe("the data of carry list", () => {
  const book = [position(1, 100), position(2, 300), position(3, 200)];

  it.each(["json", "ndjson"])(
    "has the rows that --sort and --limit leave, in %s",
    async (format) => {
      const command = `list --columns name,size --sort size --limit 2 -o ${format}`;
      const { stdout, stderr } = await run(book, command);
      expect(stdout.match(/AAA\.a00./g)).toEqual(["AAA.a001", "AAA.a003"]);
      expect(stderr).not.toContain("IGNORED");
    },
  );

  it.each(["--view next", "--columns size", "--columns causes", "--by exchange"])(
    "asks for the performance with %s, since it shows which legs are closed",
    async (shown) => {
      const service = await listedService({ positions: book, markets: MARKETS });
      const { code } = await service.run(["list", ...shown.split(" "), "-o", "csv"]);
      expect(code).toBe(0);
      expect(service.requests.join("\n")).toContain("include=performance");
    },
  );

  it("counts a closed position in what was made, and not in what funding makes", async () => {
    const over = { status: "closed", closed_at: "2026-05-20T00:00:00Z", performance: results(7) };
    const closed = position(5, 0, over);
    const { rows, totals } = await json([...book, closed], "list --view now --status all");
    expect(rows[3]).toMatchObject({ run_7d: { unknown: "closed" }, causes: [] });
    expect(totals).toMatchObject({ run_7d: { counted: 3, of: 3 }, net_pnl: { counted: 4, of: 4 } });
  });

  it("says that every position holds where a stress takes none", async () => {
    const { stdout } = await run(book, "list --view risk");
    expect(stdout).toContain("every leg survives a 20 % move");
    expect(stdout).toContain("3 hold ±20 %");
  });
});

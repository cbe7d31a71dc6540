import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const run = (argv: string[], stdin = "") => carry(argv, { env: env(), stdin });
const GET = ["positions", "get"];

describe("positions get -", () => {
  it("reads one id per line, and keeps their order among those typed", async () => {
    const listed = await run(["positions", "list", "-o", "tsv", "--columns", "position_id"]);
    const [first = "", second = "", third = ""] = listed.stdout.split("\n");
    const stdin = `\n${second}\r\n  ${third.slice(0, 8)}\n${second}\n`;
    const { stdout, code } = await run(
      [...GET, first, "-", "-o", "tsv", "--columns", "position_id"],
      stdin,
    );
    expect(code).toBe(0);
    expect(stdout).toBe(`${first}\n${second}\n${third}\n`);
  });

  it("prints nothing and exits with 2 if stdin has no id", async () => {
    const { stdout, stderr, code } = await run([...GET, "-"], "\n \n");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("position: stdin is empty");
  });

  it("exits with 4 if stdin has something else, and prints the others", async () => {
    const listed = await run(["positions", "list", "-o", "tsv", "--columns", "position_id"]);
    const [first = ""] = listed.stdout.split("\n");
    const { stdout, stderr, code } = await run(
      [...GET, "-", "-o", "tsv", "--columns", "position_id"],
      `${first}\nnot an id\n`,
    );
    expect([code, stdout]).toEqual([4, `${first}\n`]);
    expect(stderr).toContain(
      'error: position not an id: no position of the portfolio is named "not an id"\nhint: ',
    );
  });
});

describe("- in the place of markets", () => {
  it("reads one market per line", async () => {
    const { stdout, code } = await run(["funding", "history", "-", "-o", "json"], "1\n4\n1\n");
    const records = JSON.parse(stdout) as { market_id: number }[];
    expect([code, [...new Set(records.map((it) => it.market_id))]]).toEqual([0, [1, 4]]);
    const listed = await run(["funding", "markets", "-", "-o", "json"], "4\n");
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
  });

  it("reads one of the two markets of a hedge", async () => {
    const compare = ["funding", "compare", "1", "-", "-o", "json"];
    const { stdout, code } = await run(compare, "4\n");
    expect([code, JSON.parse(stdout).inputs.short.market_id]).toEqual([0, 4]);
    const several = await run(compare, "4\n5\n");
    expect([several.code, several.stdout]).toEqual([2, ""]);
    expect(several.stderr).toContain("funding compare: 3 markets");
  });

  it("is refused with what prints ids if stdin is empty", async () => {
    const { stderr, code } = await run(["funding", "history", "-"]);
    expect(code).toBe(2);
    expect(stderr).toContain("market: stdin is empty");
  });
});

describe("- in the place of one position", () => {
  it("is the id on stdin", async () => {
    const argv = ["positions", "get", "-", "--days"];
    const [first, second] = ["BTC", "ETH"];
    const typed = argv.map((it) => (it === "-" ? first : it));
    const { stdout, code } = await run([...argv, "-o", "json"], `${first}\n`);
    expect([code, stdout]).toEqual([0, (await run([...typed, "-o", "json"])).stdout]);
    const several = await run(argv, `${first}\n${second}\n`);
    expect([several.code, several.stdout, several.stderr]).toEqual([
      ...[2, ""],
      "error: --days: 2 positions are named, and it shows one\nhint: name one, or run it for each: xargs -n 1\n",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const run = (...argv: string[]) => carry(argv, { env: env() });
const LIST = ["positions", "list", "--limit", "3"];

describe("-o tsv", () => {
  it("has the cells of csv, separated by tabs and ended by LF alone", async () => {
    const csv = await run(...LIST, "-o", "csv");
    const tsv = await run(...LIST, "-o", "tsv");
    expect(tsv.code).toBe(0);
    expect(tsv.stdout).not.toContain("\r");
    const cells = (text: string, end: string, between: string) =>
      text.split(end).map((line) => line.split(between));
    expect(cells(tsv.stdout, "\n", "\t")).toEqual(cells(csv.stdout, "\r\n", ","));
  });

  it("leaves the headings out with --no-header", async () => {
    const { stdout } = await run(...LIST, "-o", "tsv", "--columns", "asset,status", "--no-header");
    expect(stdout).toMatch(/^(\w+\t(open|closed)\n){3}$/);
  });
});

describe("-o text", () => {
  it("is a table where it is the default and no values are named", async () => {
    const byDefault = (...argv: string[]) =>
      carry(argv, { env: { ...env(), CARRY_OUTPUT: "text" } });
    const table = await byDefault("assets");
    expect([table.code, table.stdout]).toEqual([0, expect.stringMatching(/^asset +name/)]);
    const { stdout } = await byDefault("assets", "--query", "[?asset=='BTC'].asset");
    expect(stdout).toBe("BTC\n");
  });

  it("prints the values of a column one a line", async () => {
    const ids = await run(...LIST, "-o", "text", "--columns", "position_id");
    const json = await run(...LIST, "-o", "json", "--query", "[].position_id");
    expect(ids.stdout).toBe(`${JSON.parse(json.stdout).join("\n")}\n`);
  });

  it("prints what a query finds in the whole, and nothing for null", async () => {
    const found = await run(
      "assets",
      "-o",
      "text",
      "--query",
      "[?asset=='BTC'].[asset, market_count]",
    );
    expect(found.stdout).toMatch(/^BTC\n\d+\n$/);
    const none = await run("assets", "-o", "text", "--query", "[?asset=='NONE'] | [0]");
    expect([none.stdout, none.code]).toEqual(["", 0]);
  });

  it("queries one thing as it is", async () => {
    const { stdout } = await run("status", "-o", "text", "--query", "totals.net_pnl.unit");
    expect(stdout).toBe("usd\n");
  });

  it.each([
    [[], "needs one of them"],
    [["--columns", "asset", "--query", "[].asset"], "takes only one of them"],
  ])("is refused with %j", async (more, why) => {
    const { code, stdout, stderr } = await run("assets", "-o", "text", ...more);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(
      `--output text prints the values of --query or of --columns, and ${why}`,
    );
  });
});

it.each(["csv", "tsv", "text"])("a watch is refused as %s", async (format) => {
  const { code, stderr } = await run(
    "positions",
    "list",
    "--watch",
    "-o",
    format,
    "--columns",
    "asset",
  );
  expect(code).toBe(2);
  expect(stderr).toContain(`not as ${format}`);
});

describe("a format of output that a command does not have", () => {
  it.each([
    ["completion", "bash", "-o", "json"],
    ["metrics", "--json"],
    ["help", "output", "-o", "json"],
    ["profile", "unset", "output", "-o", "json"],
    ["schema", "asset", "--columns", "name"],
    ["schema", "-o", "csv"],
  ])("is refused when it is typed: %s %s %s %s", async (...line) => {
    const { code, stdout, stderr } = await carry(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("this command prints");
  });

  it("does not apply where it is a preference of the environment", async () => {
    const { code, stdout } = await carry(["completion", "bash"], { env: { CARRY_OUTPUT: "csv" } });
    expect([code, stdout.slice(0, 6)]).toEqual([0, "# bash"]);
  });
});

it("carry schema -o json lists the schemas as json", async () => {
  const { stdout } = await carry(["schema", "-o", "json"]);
  const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["position", "status", "commands", "openapi"]));
});

import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const run = (...argv: string[]) => carry(argv, { env: env() });
const LIST = ["positions", "list", "--limit", "3"];

describe("-o tsv", () => {
  it("has the cells of csv without its headings, separated by tabs and ended by LF alone", async () => {
    const csv = await run(...LIST, "-o", "csv");
    const tsv = await run(...LIST, "-o", "tsv");
    expect(tsv.code).toBe(0);
    expect(tsv.stdout).not.toContain("\r");
    const cells = (text: string, end: string, between: string) =>
      text.split(end).map((line) => line.split(between));
    expect(cells(tsv.stdout, "\n", "\t")).toEqual(cells(csv.stdout, "\r\n", ",").slice(1));
  });
});

it.each(["csv", "tsv"])("a watch is refused as %s", async (format) => {
  const { code, stderr } = await run("watch", "-o", format);
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

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

async function schemaOf(name: string): Promise<Record<string, unknown>> {
  const { stdout, code } = await carry(["schema", name]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function output(...argv: string[]): Promise<unknown> {
  const { stdout } = await carry([...argv, "-o", "json"], { env: env() });
  return JSON.parse(stdout);
}

/** Compiles a schema once, which takes longer than validating thousands of items. */
const checkerOf = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

describe("carry schema", () => {
  it.each([
    ["position", ["positions", "list", "--performance"]],
    ["asset", ["assets"]],
    ["summary", ["positions", "summary"]],
    ["funding-point", ["funding", "history", "1"]],
    ["funding-day", ["funding", "history", "1", "--resolution", "1d"]],
    ["funding-compare", ["funding", "compare", "1", "4"]],
    ["funding-compare", ["funding", "compare", "1", "4", "--resolution", "1d"]],
  ])("%s describes every item of %j", async (name, argv) => {
    const isValid = checkerOf(await schemaOf(name));
    const items = (await output(...argv)) as unknown[];
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((item) => !isValid(item))).toEqual([]);
    if (name !== "funding-day") expect(isValid({})).toBe(false);
  });

  it("lists each name with a command that exists", async () => {
    const { stdout } = await carry(["schema"]);
    const commands = [...stdout.matchAll(/^\S+ +carry ([a-z ]+?)(?: --.*)?$/gm)].map(
      ([, it]) => it,
    );
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) {
      const { code } = await carry([...String(command).split(" "), "--help"]);
      expect([command, code]).toEqual([command, 0]);
    }
  });

  it("position-detail describes what positions get prints", async () => {
    const [position] = (await output("positions", "list", "--limit", "1")) as {
      position_id: string;
    }[];
    const detail = await output("positions", "get", position?.position_id ?? "");
    const isValid = checkerOf(await schemaOf("position-detail"));
    expect(isValid(detail)).toBe(true);
    expect(isValid(position)).toBe(false);
  });

  it("status describes what status prints", async () => {
    const isValid = checkerOf(await schemaOf("status"));
    const printed = (await output("status")) as { attention: unknown[]; not_judged: unknown[] };
    expect([printed.attention.length, printed.not_judged.length]).not.toContain(0);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, attention: printed.not_judged })).toBe(false);
  });

  it("outlook describes what positions outlook prints", async () => {
    const isValid = checkerOf(await schemaOf("outlook"));
    const printed = (await output("positions", "outlook")) as { rows: { unknown?: object }[] };
    expect(printed.rows.filter((row) => row.unknown !== undefined).length).toBeGreaterThan(0);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, rows: [{}] })).toBe(false);
  });

  it.each(["leg", "time"])(
    "upcoming describes what positions upcoming --by %s prints",
    async (by) => {
      const isValid = checkerOf(await schemaOf("upcoming"));
      const printed = (await output("positions", "upcoming", "--by", by)) as { rows: object[] };
      expect(printed.rows.length).toBeGreaterThan(0);
      expect(isValid(printed)).toBe(true);
      expect(isValid({ ...printed, rows: [{}] })).toBe(false);
    },
  );

  it("risk describes what positions risk prints", async () => {
    const isValid = checkerOf(await schemaOf("risk"));
    const stress = "price=20%,basis=1%,funding=-1,down=bybit";
    const printed = (await output("positions", "risk", "--stress", stress)) as {
      rows: { unknown?: object }[];
      stress: object[];
    };
    expect(printed.stress).toHaveLength(5);
    expect(printed.rows.filter((row) => row.unknown !== undefined)).not.toEqual([]);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, rows: [{}] })).toBe(false);
  });

  it("backtest describes what funding backtest prints", async () => {
    const isValid = checkerOf(await schemaOf("backtest"));
    const line = ["funding", "backtest", "1", "4", "--fee", "5bps", "--hold", "7d"];
    const printed = (await output(...line)) as { rows: object[]; totals: object };
    expect(printed.rows.length).toBeGreaterThan(100);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, totals: { ...printed.totals, net: 1 } })).toBe(false);
  });

  it.each(["pair", "market"])("rank describes what funding rank --by %s prints", async (by) => {
    const isValid = checkerOf(await schemaOf("rank"));
    const printed = (await output("funding", "rank", "BTC", "--by", by)) as { rows: object[] };
    expect(printed.rows.length).toBeGreaterThan(5);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, rows: [{}] })).toBe(false);
  });

  it("rotate describes what positions rotate prints", async () => {
    const isValid = checkerOf(await schemaOf("rotate"));
    const { rows } = (await output("positions", "outlook")) as { rows: { position_id: string }[] };
    const known = rows.find((row) => !("unknown" in row));
    const line = ["positions", "rotate", known?.position_id ?? "", "--fee", "5bps"];
    const printed = (await output(...line)) as { rows: object[] };
    expect(printed.rows.length).toBeGreaterThan(3);
    expect(isValid(printed)).toBe(true);
    expect(isValid({ ...printed, rows: [{}] })).toBe(false);
  });

  it("error describes what a failure prints", async () => {
    const { stderr } = await carry(["positions", "list", "-o", "json"]);
    const isValid = checkerOf(await schemaOf("error"));
    expect(isValid(JSON.parse(stderr))).toBe(true);
    expect(isValid({ error: {} })).toBe(false);
  });

  it.each([
    "position",
    "position-detail",
    "position-event",
    "status-event",
    "alert-event",
    "funding-point",
    "funding-compare",
    "asset",
    "status",
    "summary",
    "outlook",
    "upcoming",
    "risk",
    "backtest",
    "rank",
    "rotate",
  ])("%s has a description on every field", async (name) => {
    const missing: string[] = [];
    const visit = (schema: unknown, path: string) => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties, description, items, type } = schema as Record<string, unknown>;
      const holds = properties !== undefined || type === "object";
      if (path !== "" && !holds && description === undefined) missing.push(path);
      for (const [key, inner] of Object.entries(properties ?? {})) visit(inner, `${path}.${key}`);
      if (items !== undefined && (items as { properties?: unknown }).properties)
        visit(items, `${path}[]`);
    };
    visit(await schemaOf(name), "");
    expect(missing).toEqual([]);
  });

  it("commands describes the tree with options and exit codes", async () => {
    const tree = (await schemaOf("commands")) as {
      options: Record<string, unknown>[];
      commands: {
        name: string;
        commands?: { name: string; options: Record<string, unknown>[] }[];
        arguments: Record<string, unknown>[];
      }[];
      exit_codes: { code: number }[];
    };
    const positions = tree.commands.find((it) => it.name === "positions");
    const list = positions?.commands?.find((it) => it.name === "list");
    expect(list?.options.map((it) => it.name)).toContain("performance");
    expect(tree.exit_codes.map((it) => it.code)).toContain(143);
    expect(list?.options.find((it) => it.name === "status")).toMatchObject({
      values: ["open", "closed"],
      repeatable: true,
      comma_separated: true,
    });
    expect(tree.options.find((it) => it.name === "output")).toMatchObject({
      values: ["table", "json", "ndjson", "csv", "tsv", "text", "svg"],
      not_with: ["--json", "--csv"],
    });
    const completion = tree.commands.find((it) => it.name === "completion");
    expect(completion?.arguments[0]?.values).toEqual(["bash", "zsh", "fish", "powershell"]);
  });

  it("lists its resources without a name, and suggests the nearest one for a typo", async () => {
    expect((await carry(["schema"])).stdout).toMatch(/^position +carry positions list$/m);
    const { code, stderr } = await carry(["schema", "assets"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean asset?")]);
  });
});

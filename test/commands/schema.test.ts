import { describe, expect, it } from "vitest";
import { SCHEMAS } from "../../src/commands/schema/schemas.js";
import { carry } from "../support/carry.js";

async function schemaOf(name: string): Promise<Record<string, unknown>> {
  const { stdout, code } = await carry(["schema", name]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("carry schema", () => {
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

  it.each(SCHEMAS.map(({ name }) => name))("%s has a description on every field", async (name) => {
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
      values: ["open", "closed", "all"],
      repeatable: true,
      comma_separated: true,
    });
    expect(tree.options.find((it) => it.name === "output")).toMatchObject({
      values: ["table", "json", "ndjson", "csv", "tsv"],
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

describe("the schemas", () => {
  it("has an object or an array only for positions get", async () => {
    for (const { name, schema } of SCHEMAS) {
      const { anyOf = [] } = (await schema()) as { anyOf?: { type?: string }[] };
      if (name === "position-detail") expect(anyOf).toHaveLength(2);
      else expect(anyOf.filter(({ type }) => type !== "object")).toEqual([]);
    }
  });

  it("commands names the schema of what a command prints", async () => {
    const { commands } = (await schemaOf("commands")) as {
      commands: { name: string; schema?: string }[];
    };
    expect(commands.find(({ name }) => name === "status")?.schema).toBe("status");
    expect(commands.find(({ name }) => name === "list")?.schema).toBe("position");
  });
});

import { describe, expect, it } from "vitest";
import { optionModels } from "../../src/run/option-models.js";
import { carry } from "../support/carry.js";
import { visibleCommands } from "../support/command-leaves.js";

const visible = await visibleCommands();
const TERMINAL = { terminal: 80 };
const GROUPS = ["positions", "funding", "archive", "auth", "profile"];

async function helpOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await carry(words, TERMINAL);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Returns the titles of a page, each with the first word of the lines below it. */
function partsOf(page: string): [string, string[]][] {
  return page
    .split("\n\n")
    .filter((part) => /^\S.*:\n/.test(part))
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return [title, lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? [])];
    });
}

describe("--help", () => {
  it.each(visible)(
    "of $name has three examples, and the global options in one line",
    async (leaf) => {
      const page = await helpOf(...leaf.name.split(" "), "--help");
      const examples = (leaf.spec.examples ?? []).map(({ line }) => line);
      const [, shown = ""] = page.split("\nExamples:\n");
      expect(shown.match(/^ {2}# /gm)).toHaveLength(Math.min(3, examples.length));
      for (const line of examples.slice(0, 3)) expect(shown).toContain(`  ${line}\n`);
      expect(page).toMatch(/\n\nGlobal options: carry help options\n$/);
      const [, own = ""] = /\nOptions:\n(.*?)\n\n/s.exec(page) ?? [];
      expect([...own.matchAll(/^ {2}(-.*?)(?: {2}|$)/gm)].map(([, term]) => term)).toEqual(
        optionModels(leaf.spec.options ?? {}).map(({ term }) => term),
      );
    },
  );

  it.each(GROUPS)("of %s is what the group alone prints, with exit code 0", async (group) => {
    expect(await helpOf(group)).toBe(await helpOf(group, "--help"));
    expect(await helpOf(group)).not.toMatch(/^ {2}help /m);
  });

  it("of carry is what carry alone prints", async () => {
    expect(await helpOf()).toBe(await helpOf("--help"));
  });
});

describe("the commands", () => {
  it("of carry are in groups", async () => {
    expect(partsOf(await helpOf()).slice(1, -2)).toEqual([
      ["Positions, funding:", ["status", "watch", "positions", "funding", "assets", "archive"]],
      ["Short forms:", ["list,"]],
      ["Monitor:", ["check", "metrics"]],
      ["Share:", ["report", "mcp"]],
      ["Programs:", ["api", "schema", "explain"]],
      ["Set up:", ["auth", "profile", "completion", "doctor", "sandbox"]],
      ["More:", ["help"]],
    ]);
  });

  it("of carry positions are in groups", async () => {
    expect(partsOf(await helpOf("positions")).slice(1)).toEqual([
      ["Now:", ["list", "get"]],
      ["Decide:", ["rotate"]],
      ["Past:", ["pnl"]],
    ]);
  });
});

describe("a short form", () => {
  it.each([
    ["list", "positions list"],
    ["get", "positions get"],
    ["pnl", "positions pnl"],
    ["rotate", "positions rotate"],
    ["history", "funding history"],
    ["compare", "funding compare"],
    ["rank", "funding rank"],
  ])("carry %s has the help of carry %s, with its own name", async (short, long) => {
    const own = await helpOf(short, "--help");
    const whole = await helpOf(...long.split(" "), "--help");
    expect(own).toBe(
      `Short for carry ${long}.\n\n${whole.replaceAll(`carry ${long}`, `carry ${short}`)}`,
    );
  });

  it("is in one line of the help of carry", async () => {
    const names = "list, get, pnl, rotate, risk, next, history, compare, rank";
    expect(await helpOf("--help")).toContain(`\nShort forms:\n  ${names}\n\n`);
    expect(await helpOf("-h")).toBe(await helpOf("--help"));
  });

  it("is told of by carry schema commands", async () => {
    const { commands } = JSON.parse((await carry(["schema", "commands"])).stdout);
    const list = commands.find((it: { name: string }) => it.name === "list");
    expect(list).toMatchObject({ aliases: ["ls"], short_for: "positions list" });
  });
});

describe("carry help", () => {
  it("lists the topics, each in one line", async () => {
    const page = await helpOf("help");
    for (const topic of ["agents", "environment", "errors", "exit-codes", "options", "output"]) {
      expect(page).toMatch(new RegExp(`^ {2}carry help ${topic} +\\w.*$`, "m"));
      expect(await helpOf("help", topic)).toMatch(
        new RegExp(`^${topic.replace("-", " ").toUpperCase()}: .*\n\n`),
      );
    }
  });

  it("options has every option that each command accepts", async () => {
    const { options } = JSON.parse((await carry(["schema", "commands"])).stdout);
    const page = await helpOf("help", "options");
    expect(options).toHaveLength(14);
    for (const { flags } of options) expect(page).toContain(`  ${flags} `);
    expect(page.split("\n").every((line) => line.length <= 80)).toBe(true);
  });

  it("--all has the page of every command and topic", async () => {
    const { code, stdout } = await carry(["help", "--all"]);
    expect(code).toBe(0);
    for (const { name, spec } of visible) {
      if (spec.shortFor === undefined) expect(stdout).toContain(`CARRY ${name.toUpperCase()}\n`);
    }
    expect(stdout).toContain("EXIT CODES:");
  });

  it("of a command is its --help", async () => {
    expect(await helpOf("help", "positions", "ls")).toBe(
      await helpOf("positions", "list", "--help"),
    );
    expect(await helpOf("help", "funding")).toBe(await helpOf("funding", "--help"));
    expect(await helpOf("help", "get")).toBe(await helpOf("get", "--help"));
  });
});

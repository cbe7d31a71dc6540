import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { sandboxForFile } from "../support/sandbox.js";

/** Names that every object of JavaScript inherits, so that a careless lookup finds them. */
const NAMES = ["__proto__", "constructor", "hasOwnProperty", "toString"];

const { env } = sandboxForFile();

describe.each(NAMES)("the name %s", (name) => {
  it.each([
    `help ${name}`,
    `help positions ${name}`,
    name,
    `positions ${name}`,
    `--${name}`,
    `schema ${name}`,
    `completion ${name}`,
    `assets -o ${name}`,
    `assets --columns ${name}`,
    `assets --sort ${name}`,
    `assets --sort asset:${name}`,
    `assets --timeout ${name}`,
    `assets -o ndjson --query ${name}(@)`,
    `positions list --by ${name}`,
    `positions list --status ${name}`,
    `positions list --columns ${name}`,
    `positions list --sort ${name}:desc`,
    `funding history 1 --resolution ${name}`,
    `funding history 1 --start ${name}`,
    `funding markets --columns ${name}`,
    `funding markets --sort ${name}`,
    `profile show --profile ${name}`,
    `profile use ${name}`,
    `profile remove ${name}`,
    `profile set ${name} x`,
    `profile unset ${name}`,
    `profile set timeout ${name}`,
    `profile set retries 3 --profile ${name}`,
    `auth logout --profile ${name}`,
  ])("is refused like any other that there is not: carry %s", async (line) => {
    const { code, stdout, stderr } = await carry(line.split(" "), {
      env: { ...env(), ...tempHome().env },
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^(error: [^\n]+\n(hint: [^\n]+\n)?|\{"error":.*\}\n)$/);
    expect(stderr).toContain(name);
    expect(stderr).not.toMatch(/Cannot read|is not a function|DEFECT|defect/);
  });

  it.each([
    ["position", `positions get ${name}`],
    ["market", `funding history ${name}`],
  ])("is that of no %s: carry %s", async (kind, line) => {
    const { code, stdout, stderr } = await carry(line.split(" "), { env: env() });
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n$/);
    expect(stderr).toContain(`${kind} ${name}: no ${kind} `);
    expect(stderr).toContain(`is named "${name}"\n`);
  });

  it.each([
    ["carry", "CARRY_PROFILE"],
    ["carry", "CARRY_OUTPUT"],
  ])("is refused by %s as the value of %s", async (_carry, variable) => {
    const { code, stderr } = await carry(["assets"], { env: { ...env(), [variable]: name } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(name)]);
  });

  it("is found where the service has sent it", async () => {
    const body = `{"data":[{"${name}":{"deep":1},"n":"-1"},{"n":"2"}]}`;
    const { url } = await faultyServer((socket) => socket.write(answer(200, body)));
    const at = ["--base-url", url, "--refresh"];
    const asked = await carry([
      "funding",
      "markets",
      "--json",
      "--query",
      `[].${name}.deep`,
      ...at,
    ]);
    expect([asked.code, asked.stdout]).toEqual([0, "[1]\n"]);
    const table = await carry(["funding", "markets", "--csv", "--sort", "n", ...at]);
    expect([table.code, table.stdout]).toEqual([0, `${name}.deep,n\r\n1,-1\r\n,2\r\n`]);
  });
});

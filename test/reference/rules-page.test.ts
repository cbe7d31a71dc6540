import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Fields } from "../../src/alerts/records/field.js";
import { PORTFOLIO_FIELDS } from "../../src/alerts/records/portfolio-fields.js";
import { POSITION_FIELDS } from "../../src/alerts/records/position-fields.js";
import { nameOf, type Shape } from "../../src/alerts/rules/shape.js";
import { carry } from "../support/carry.js";
import { textOf } from "../support/page.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

/** Returns the rows of names, those of elements and members below them. */
function rowsOf(fields: Fields<never>, prefix = ""): string[] {
  return Object.entries(fields).flatMap(([name, { shape, what, within }]) => {
    const path = `${prefix}${name}`;
    const row = `| \`${path}\` | ${kindOf(shape)} | ${what} |`;
    const below = shape.kind === "list" ? `${path}[].` : `${path}.`;
    return [row, ...(within === undefined ? [] : rowsOf(within, below))];
  });
}

function kindOf(shape: Shape): string {
  if (shape.kind === "list") return "list";
  if (shape.kind !== "text" || shape.values === undefined) {
    return nameOf(shape).replace(/^an? /, "");
  }
  return shape.values.map((value) => `\`${value}\``).join(", ");
}

function withTable(page: string, name: string, fields: Fields<never>): string {
  const table = ["| name | is | stands for |", "| --- | --- | --- |", ...rowsOf(fields)];
  const block = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`);
  expect(page).toMatch(block);
  return page.replace(block, (_all, begin: string, end: string) => {
    return `${begin}${table.join("\n")}\n${end}`;
  });
}

it("docs/rules.md has every name that a rule can use", async () => {
  const path = new URL("../../docs/rules.md", import.meta.url);
  const page = withTable(readFileSync(path, "utf8"), "position", POSITION_FIELDS);
  // When this fails: npm run reference
  await expect(withTable(page, "portfolio", PORTFOLIO_FIELDS)).toMatchFileSnapshot(path.pathname);
});

/** Returns the expressions of a table of examples. */
function examplesOf(page: string, scope: string): string[] {
  const block = new RegExp(`<!-- ${scope} examples -->\n([\\s\\S]*?)<!-- end -->`).exec(page)?.[1];
  const cells = (block ?? "").matchAll(/\| (`+) ?(.+?) ?\1 \|$/gm);
  return [...cells].map(([, , when = ""]) => when.replaceAll("\\|", "|")).slice(1);
}

it("docs/rules.md has examples that carry check judges", async () => {
  const page = textOf("docs/rules.md");
  const rules = ["position", "portfolio"].flatMap((scope) =>
    examplesOf(page, scope).map((when) => ({ scope, when })),
  );
  expect(rules.length).toBeGreaterThan(15);
  const directory = mkdtempSync(join(tmpdir(), "carry-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "rules.toml");
  const tables = rules.map(
    ({ scope, when }, n) => `[[rule]]\nname = "r${n}"\nscope = "${scope}"\nwhen = '''${when}'''\n`,
  );
  writeFileSync(file, tables.join(""));
  const argv = ["check", "--rules", file, "-o", "json"];
  const { code, stdout } = await carry(argv, { env: env() });
  expect(code).toBe(10);
  const judged = new Set(JSON.parse(stdout).rows.map(({ rule }: { rule: string }) => rule));
  expect(judged.size).toBe(rules.length);
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Fields } from "../../src/alerts/records/field.js";
import { PORTFOLIO_FIELDS } from "../../src/alerts/records/portfolio-fields.js";
import { POSITION_FIELDS } from "../../src/alerts/records/position-fields.js";
import { nameOf, type Shape } from "../../src/alerts/rules/shape.js";

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

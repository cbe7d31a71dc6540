import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import { textOf } from "../support/page.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

/** Returns the expressions of a table of examples. */
function examplesOf(page: string, scope: string): string[] {
  const block = new RegExp(`<!-- ${scope} examples -->\n([\\s\\S]*?)<!-- end -->`).exec(page)?.[1];
  const cells = (block ?? "").matchAll(/\| (`+) ?(.+?) ?\1 \|$/gm);
  return [...cells].map(([, , when = ""]) => when.replaceAll("\\|", "|")).slice(1);
}

it("docs/rules.md has examples that carry check judges", async () => {
  const page = textOf("docs/rules.md");
  const rules = ["position", "book"].flatMap((scope) =>
    examplesOf(page, scope).map((when) => ({ scope, when })),
  );
  expect(rules.length).toBe(6);
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

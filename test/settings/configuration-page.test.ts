import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../../src/run/settings/store.js";

it("docs/configuration.md shows a file that carry can read", () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const example = /^ {4}\{\n[\s\S]*?^ {4}\}$/m.exec(page)?.[0] ?? "";
  const directory = mkdtempSync(join(tmpdir(), "carry-page-"));
  writeFileSync(join(directory, "config.json"), example, { mode: 0o600 });
  expect(Object.keys(readConfig(join(directory, "config.json")).profiles)).not.toEqual([]);
  rmSync(directory, { recursive: true });
});

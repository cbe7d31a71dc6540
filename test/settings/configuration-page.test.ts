import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configFile } from "../../src/settings/config-file.js";

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

describe("docs/configuration.md", () => {
  it("shows a file that carry can read", () => {
    const example = /^ {4}\{\n[\s\S]*?^ {4}\}$/m.exec(page)?.[0] ?? "";
    expect(configFile.safeParse(JSON.parse(example)).success).toBe(true);
  });
});

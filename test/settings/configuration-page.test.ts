import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TOPICS } from "../../src/commands/help/topics.js";
import { configFile } from "../../src/settings/profile.js";
import { SETTING_NAMES, SETTINGS } from "../../src/settings/settings.js";

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");

interface Names {
  readonly key?: string;
  readonly env?: string;
  readonly option?: string;
  readonly fallback?: string;
}

/** The cells of the table of keys, by key. */
const rows = new Map(
  [...page.matchAll(/^\| `([a-z-]+)` +\|(.*)\|$/gm)].map(([, key = "", rest = ""]) => [
    key,
    rest.split("|").map((cell) => cell.trim().replaceAll("`", "")),
  ]),
);

describe("docs/configuration.md", () => {
  it.each(SETTING_NAMES)("has %s with its variable, option and default", (name) => {
    const { key = "", env, option, fallback }: Names = SETTINGS[name];
    const [, told = "", variable, flag] = rows.get(key) ?? [];
    expect([variable, flag]).toEqual([env ?? "", option ?? ""]);
    if (fallback !== undefined) expect(told).toBe(fallback);
    else expect(["–", "base-url"]).toContain(told);
  });

  it("has no key that there is not", () => {
    const keys = SETTING_NAMES.map((name) => SETTINGS[name].key);
    expect([...rows.keys()].sort()).toEqual([...keys, "api-key"].sort());
  });

  it("has the variables that `carry help environment` tells of", () => {
    const variables = TOPICS.environment?.match(/CARRY_\w+/g) ?? [];
    expect(variables).toContain("CARRY_CONFIG_DIR");
    for (const variable of variables) expect(page).toContain(variable);
  });

  it("shows a file that carry can read", () => {
    const example = /^ {4}\{\n[\s\S]*?^ {4}\}$/m.exec(page)?.[0] ?? "";
    expect(configFile.safeParse(JSON.parse(example)).success).toBe(true);
  });
});

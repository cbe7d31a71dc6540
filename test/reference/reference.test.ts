import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TOPICS } from "../../src/commands/help/topics.js";
import { configurationPage } from "../../tools/reference/configuration.js";
import { referenceFiles, skillPage } from "../../tools/reference/markdown.js";
import { pages } from "../../tools/reference/pages.js";
import { prose } from "../../tools/reference/prose.js";
import { textOf } from "../support/page.js";

const FEATURES = fileURLToPath(new URL("../../src/features", import.meta.url));

// When one of these fails: npm run reference

const REFERENCE = fileURLToPath(new URL("../../docs/reference", import.meta.url));

it("docs/reference has a page for each group of commands", async () => {
  const files = referenceFiles(await pages());
  for (const [name, text] of files) {
    await expect(text).toMatchFileSnapshot(`${REFERENCE}/${name}`);
  }
  const others = ["configuration.md", "figures"];
  expect(readdirSync(REFERENCE).sort()).toEqual([...files.keys(), ...others].sort());
});

it("docs/reference/configuration.md has every setting, variable and file", async () => {
  await expect(configurationPage()).toMatchFileSnapshot(`${REFERENCE}/configuration.md`);
});

describe("SKILL.md", () => {
  const text = async () => (await TOPICS.agents?.text(100)) ?? "";

  it("is made of the text of carry help agents", async () => {
    await expect(skillPage(prose(await text()))).toMatchFileSnapshot("../../SKILL.md");
  });

  it("has its words, and no others", async () => {
    const [, body = ""] = textOf("SKILL.md").split("\n# carry\n");
    const written = body.replaceAll(/^- `(.*?)`:/gm, "$1").replaceAll(/[`\\]/g, "");
    const printed = (await text()).replaceAll("`", "");
    expect(written.split(/\s+/).filter(Boolean)).toEqual(printed.split(/\s+/).filter(Boolean));
  });
});

/** Features that explain figures. */
const EXPLAINED = readdirSync(FEATURES).filter((name) =>
  existsSync(`${FEATURES}/${name}/explain.md`),
);

it.each(EXPLAINED)("docs/reference/figures/%s.md is the page beside its code", async (name) => {
  const page = readFileSync(`${FEATURES}/${name}/explain.md`, "utf8");
  await expect(page).toMatchFileSnapshot(`../../docs/reference/figures/${name}.md`);
});

it("docs/reference/figures has no page of a feature that is gone", () => {
  const pages = readdirSync(`${REFERENCE}/figures`);
  expect(pages.sort()).toEqual(["README", ...EXPLAINED].map((name) => `${name}.md`).sort());
});

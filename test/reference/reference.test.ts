import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { configurationPage } from "../../tools/reference/configuration.js";
import { referenceFiles } from "../../tools/reference/markdown.js";
import { pages } from "../../tools/reference/pages.js";

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

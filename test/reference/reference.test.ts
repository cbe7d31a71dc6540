import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { configurationPage } from "../../tools/reference/configuration.js";
import { referenceMarkdown } from "../../tools/reference/markdown.js";
import { pages } from "../../tools/reference/pages.js";

const FEATURES = fileURLToPath(new URL("../../src/features", import.meta.url));

// When one of these fails: npm run reference

it("docs/reference.md is that of the command tree", async () => {
  await expect(referenceMarkdown(await pages())).toMatchFileSnapshot("../../docs/reference.md");
});

it("docs/configuration.md has the keys and variables that there are", async () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  await expect(configurationPage(page)).toMatchFileSnapshot("../../docs/configuration.md");
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
  const pages = readdirSync(new URL("../../docs/reference/figures", import.meta.url));
  expect(pages.sort()).toEqual(["README", ...EXPLAINED].map((name) => `${name}.md`).sort());
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configurationPage } from "../../tools/reference/configuration.js";
import { referenceMarkdown } from "../../tools/reference/markdown.js";
import { pages } from "../../tools/reference/pages.js";

// When one of these fails: npm run reference

it("docs/reference.md is that of the command tree", async () => {
  await expect(referenceMarkdown(await pages())).toMatchFileSnapshot("../../docs/reference.md");
});

it("docs/configuration.md has the keys and variables that there are", async () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  await expect(configurationPage(page)).toMatchFileSnapshot("../../docs/configuration.md");
});

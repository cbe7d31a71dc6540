import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configurationPage } from "../../tools/reference/configuration.js";
import { manPage } from "../../tools/reference/man.js";
import { referenceMarkdown } from "../../tools/reference/markdown.js";
import { manualName } from "../../tools/reference/page.js";
import { pages } from "../../tools/reference/pages.js";

const all = await pages();
const names = all.map(({ words }) => `${manualName(words)}.1`);

// When one of these fails: npm run reference

it("docs/reference.md is that of the command tree", async () => {
  await expect(referenceMarkdown(all)).toMatchFileSnapshot("../../docs/reference.md");
});

it("docs/configuration.md has the keys and variables that there are", async () => {
  const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  await expect(configurationPage(page)).toMatchFileSnapshot("../../docs/configuration.md");
});

describe("the manual", () => {
  it.each(all.map((page) => [manualName(page.words), page] as const))(
    "has the page %s as the command tree makes it",
    async (name, page) => {
      await expect(manPage(page)).toMatchFileSnapshot(`../../man/${name}.1`);
    },
  );

  it("has no other page, and package.json names them all", () => {
    const { man } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(readdirSync(new URL("../../man/", import.meta.url)).sort()).toEqual([...names].sort());
    expect(man).toEqual(names.map((name) => `./man/${name}`));
  });
});

import { existsSync } from "node:fs";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { PAGES, textOf } from "./support/page.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const OTHERS = [
  ...["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "bench/speed.md", "tools/README.md"],
  ...["build", "mutants", "recompute", "release"].map((it) => `tools/${it}/README.md`),
  "src/cli/completion/README.md",
];
const DOCS = PAGES.filter((path) => path !== "README.md");

/** Returns the text of a page without its blocks of code. */
const proseOf = (path: string) => textOf(path).replaceAll(/^```[\s\S]*?^```/gm, "");

/** Returns the places of a page that links can name, as GitHub makes them of its headings. */
function placesOf(path: string): readonly string[] {
  return [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the links of a page to other files and places of the project. */
function linksOf(path: string): readonly string[] {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^\w+:/.test(link));
}

it.each([...OTHERS, ...PAGES])(
  "%s has no link to a file or heading that does not exist",
  (page) => {
    const broken = linksOf(page).filter((link) => {
      const [path = "", place] = link.split("#");
      const target = path === "" ? page : normalize(join(page, "..", path)).replaceAll("\\", "/");
      if (!existsSync(join(ROOT, target))) return true;
      return place !== undefined && target.endsWith(".md") && !placesOf(target).includes(place);
    });
    expect(broken).toEqual([]);
  },
);

it("README.md leads to every page of docs", () => {
  const links = linksOf("README.md").map((link) => link.split("#")[0] ?? "");
  expect(DOCS.filter((page) => !links.includes(page))).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { isInstalled } from "../support/needs.js";
import { PAGES, picturesIn, textOf } from "../support/page.js";
import { withSamples } from "./samples.js";

/** Command lines of README.md that are not samples, and what runs them. */
const PLAYED_ELSEWHERE: Readonly<Record<string, string>> = {
  "npm ci && npm run demo": ".ci/run, on a bare machine",
  "npm ci && npm test": ".ci/run, on a bare machine",
  "carry auth login": "test/commands/auth-terminal.process.test.ts",
  "npm ci && npm pack && npm install -g ./carry-cli-*.tgz": "test/package.process.test.ts",
};

const sampled = PAGES.filter((path) => /^(?:\$ |<!-- \S+ -->$)/m.test(textOf(path)));

describe.runIf(isInstalled("jq", ["--version"], "the samples of pages were"))("a page", () => {
  it.each(sampled)(
    "%s shows what its command lines print, and what its files contain",
    async (path) => {
      // When this fails: npm run readme
      await expect(await withSamples(path)).toMatchFileSnapshot(`../../${path}`);
    },
    60_000,
  );
});

it("no page has samples outside of the blocks that are run", () => {
  const rest = PAGES.flatMap((path) => {
    const text = textOf(path).replaceAll(/^```console\n\$ [\s\S]*?^```$/gm, "");
    return (text.match(/^(?:```console| *\$ ).*$/gm) ?? []).map((line) => `${path}: ${line}`);
  });
  expect(rest).toEqual([]);
});

it("README.md has no command lines but its samples, its pictures and those played elsewhere", () => {
  const page = textOf("README.md");
  const drawn = picturesIn(page).map(({ line }) => line);
  const blocks = page.matchAll(/^```sh\n([\s\S]*?)^```/gm);
  const lines = [...blocks].flatMap(([, block = ""]) => block.trim().split("\n"));
  expect(lines.filter((line) => !(line in PLAYED_ELSEWHERE || drawn.includes(line)))).toEqual([]);
});

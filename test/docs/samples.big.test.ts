import { describe, expect, it } from "vitest";
import { isInstalled } from "../support/needs.js";
import { BIG_PAGES, withSamples } from "./samples.js";

const has = isInstalled("hledger", ["--version"], "the samples of docs/history.md were");

describe.runIf(has)("a page that needs other programs", () => {
  it.each(BIG_PAGES)("%s shows what its command lines print", async (path) => {
    // When this fails: npx vitest run test/docs/samples.big.test.ts -u
    await expect(await withSamples(path)).toMatchFileSnapshot(`../../${path}`);
  });
});

import { expect, it } from "vitest";
import { PAGES, textOf } from "../support/page.js";

const isReference = (path: string) => path.startsWith("docs/reference/");
const wordsIn = (path: string) => textOf(path).split(/\s+/).filter(Boolean).length;
const sumOf = (paths: readonly string[]) =>
  paths.map(wordsIn).reduce((sum, words) => sum + words, 0);

it("README and docs can be read: at most 20,000 words, with their code and samples", () => {
  expect(sumOf(PAGES.filter((path) => !isReference(path)))).toBeLessThanOrEqual(20_000);
});

it("the reference has at most 25,000 words", () => {
  expect(sumOf(PAGES.filter(isReference))).toBeLessThanOrEqual(25_000);
});

it("no page has more than 300 lines", () => {
  const long = PAGES.filter((path) => textOf(path).trimEnd().split("\n").length > 300);
  expect(long).toEqual([]);
});

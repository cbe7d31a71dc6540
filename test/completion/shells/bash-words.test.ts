import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinPieces, unquote } from "../../../src/cli/completion/shells/bash.js";

/** Words in quotes of every kind, as typed; the last one may be open. */
const typed = fc.string({ unit: fc.constantFrom("a", "b", "\\", "'", '"', "!", "=", ":", ",") });

describe("a word of bash", () => {
  it("loses its quotes as in bash itself", () => {
    const words = fc
      .sample(typed, { numRuns: 500, seed: 1 })
      .map((word) => (unquote(`${word}a`).quote === "" ? `${word}a` : word))
      .filter((word) => !word.endsWith("\\"))
      .map((word) => word + unquote(word).quote);
    const script = words.map((word) => `printf '%s\\0' ${word}`).join("\n");
    const read = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
    expect(words.map((word) => `${unquote(word).text}\0`).join("")).toBe(read);
  });

  it.each([
    ["a", "", "a", ""],
    ["'a b", "", "a b", "'"],
    ['a"b', "", "ab", '"'],
    ['b"c', '"', "bc", ""],
    ["\\$a", "", "$a", ""],
    ['"\\$a\\b', "", "$a\\b", '"'],
    ["'\\$a", "", "\\$a", "'"],
    ["a\\", "", "a", ""],
    ['"a\\', "", "a\\", '"'],
    ["a'b", '"', "a'b", '"'],
  ] as const)("%s, where the quote %j is open, is %s with %j open", (word, open, text, quote) => {
    expect(unquote(word, open)).toEqual({ text, quote });
  });
});

describe("the pieces that bash has split a line into", () => {
  it.each([
    ["", [], []],
    [" pos", [], ["pos"]],
    [" positions ", ["positions"], ["positions", ""]],
    [" a --sort=asset:d", ["a", "--sort", "=", "asset", ":"], ["a", "--sort=asset:d"]],
    [" --output=", ["--output", "="], ["--output="]],
    [" --output = js", ["--output", "="], ["--output", "=", "js"]],
    [' "a b" c', ['"a b"'], ['"a b"', "c"]],
    [" a  a\ta ", ["a", "a", "a"], ["a", "a", "a", ""]],
    [' --query "x', ["--query"], ["--query", '"x']],
    [" b", ["not in the line"], ["not in the line", "b"]],
  ])("%j with %j are the words %j", (line, pieces, words) => {
    expect(joinPieces(line, pieces)).toEqual(words);
  });
});

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shellWord } from "../../src/output/text/words.js";

it("leaves what every shell takes as it is", () => {
  expect(shellWord("eyJhIjoxfQ==")).toBe("eyJhIjoxfQ==");
});

it("quotes what a shell would run or take apart", () => {
  expect(shellWord("a b")).toBe("'a b'");
  expect(shellWord("$(id)")).toBe("'$(id)'");
  expect(shellWord("it's")).toBe(String.raw`'it'\''s'`);
  expect(shellWord("")).toBe("''");
});

it("is read by a shell as the text that it was made of", () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom(..."a'\"$`\\;&|<>*?~#!{}()[] -=") }),
    200,
  );
  const line = `printf '%s\\n' ${texts.map((text) => shellWord(`x${text}`)).join(" ")}`;
  const read = execFileSync("sh", ["-c", line], { encoding: "utf8" });
  expect(read.split("\n").slice(0, -1)).toEqual(texts.map((text) => `x${text}`));
});

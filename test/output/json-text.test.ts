import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, indentJson } from "../../src/output/text/json-text.js";

const EXOTIC =
  '{ "a" : 1.10 ,\t"big":9007199254740993,\r\n"inf": 1e309, "zero":-0, "a": [ ] , "s": "x \\" : , \\\\" , "o" : { } }';

/** Returns JSON text with random white space between its tokens. */
const mangled = fc
  .tuple(fc.json(), fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n", "   "), { minLength: 1 }))
  .map(([json, spaces]) => {
    let at = 0;
    const space = () => spaces[at++ % spaces.length] ?? "";
    const text = json.replace(
      /"(?:[^"\\]|\\.)*"|[^"{}[\],:]+|[{}[\],:]/g,
      (token) => space() + token,
    );
    return { json, text: text + space() };
  });

describe("compact JSON", () => {
  it("takes out the white space and nothing else", () => {
    expect(compactJson(EXOTIC)).toBe(
      '{"a":1.10,"big":9007199254740993,"inf":1e309,"zero":-0,"a":[],"s":"x \\" : , \\\\","o":{}}',
    );
  });

  it("returns the very text that has no white space between tokens", () => {
    const text = '{"a":"b c","d":[1,2.50]}';
    expect(compactJson(text)).toBe(text);
  });

  it("agrees with JSON.stringify on any JSON, however it was spaced", () => {
    fc.assert(
      fc.property(mangled, ({ json, text }) => {
        expect(compactJson(text)).toBe(compactJson(json));
        expect(JSON.parse(compactJson(text))).toEqual(JSON.parse(json));
        expect(compactJson(JSON.stringify(JSON.parse(json), null, 2))).toBe(
          JSON.stringify(JSON.parse(json)),
        );
      }),
    );
  });
});

describe("indented JSON", () => {
  it("keeps strings and numbers as sent, duplicate keys too", () => {
    expect(indentJson(EXOTIC)).toBe(
      [
        "{",
        '  "a": 1.10,',
        '  "big": 9007199254740993,',
        '  "inf": 1e309,',
        '  "zero": -0,',
        '  "a": [],',
        '  "s": "x \\" : , \\\\",',
        '  "o": {}',
        "}",
      ].join("\n"),
    );
  });

  it("starts every line but the first at the depth asked for", () => {
    expect(indentJson('{"a":[1]}', 2, 1)).toBe('{\n    "a": [\n      1\n    ]\n  }');
  });

  it("lays out like JSON.stringify on any JSON, however it was spaced", () => {
    fc.assert(
      fc.property(mangled, ({ json, text }) => {
        const canonical = JSON.stringify(JSON.parse(json));
        expect(indentJson(canonical)).toBe(JSON.stringify(JSON.parse(json), null, 2));
        expect(indentJson(text)).toBe(indentJson(json));
      }),
    );
  });

  it("copes with deep nesting", () => {
    const deep = "[".repeat(2000) + "]".repeat(2000);
    expect(compactJson(indentJson(deep))).toBe(deep);
  });
});

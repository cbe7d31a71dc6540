import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementSources, memberSource } from "../../src/client/validate/json-source.js";

describe("the text of a value", () => {
  it("is found as it was sent, white space and all", () => {
    const text = '{ "a" : [1 , {"b": "]\\"," } ] , "data": [ 1.10, -0 ,{"x":[1,2]} ] }';
    expect(memberSource(text, "data")).toBe('[ 1.10, -0 ,{"x":[1,2]} ]');
    expect(elementSources(memberSource(text, "data") ?? "")).toEqual(["1.10", "-0", '{"x":[1,2]}']);
    expect(elementSources("[ ]")).toEqual([]);
  });

  it("is the last one's when a key is repeated, as in parsing", () => {
    expect(memberSource('{"data":[1],"d":2,"data":[2]}', "data")).toBe("[2]");
  });

  it("is found under a key that is written with escapes", () => {
    expect(memberSource('{"\\u0064ata":"x"}', "data")).toBe('"x"');
  });

  it("is missing where there is no such key", () => {
    expect(memberSource('{"x":{"data":1}}', "data")).toBeUndefined();
  });

  it("agrees with parsing for any JSON", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(4),
        (data, rest, indent) => {
          const text = JSON.stringify({ ...rest, data }, null, indent);
          const sources = elementSources(memberSource(text, "data") ?? "");
          expect(sources.map((source) => JSON.parse(source))).toEqual(
            JSON.parse(JSON.stringify(data)),
          );
        },
      ),
    );
  });
});

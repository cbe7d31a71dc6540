import { describe, expect, it } from "vitest";
import { childText, parseXml } from "../../src/archive/s3/xml.js";

describe("XML", () => {
  it("is read with its declaration, comments, namespaces, CDATA and references", () => {
    const root = parseXml(
      `\ufeff<?xml version="1.0"?><!-- a > b -->\n<s:List xmlns:s="x" a='b>c'><s:Key >a&amp;b&#47;&#x1F600;<![CDATA[<&]]></s:Key><Empty/></s:List>\n`,
    );
    expect(root?.name).toBe("List");
    expect(root && childText(root, "Key")).toBe("a&b/😀<&");
    expect(root && childText(root, "Empty")).toBe("");
    expect(root && childText(root, "Other")).toBeUndefined();
  });

  it.each([
    ["nothing", ""],
    ["text", "Service Unavailable"],
    ["JSON", '{"a":1}'],
    ["HTML", "<!DOCTYPE html><html><body>sign in<br></body></html>"],
    ["an end that is missing", "<a><b></b>"],
    ["tags that cross", "<a><b></a></b>"],
    ["an end without a beginning", "</a>"],
    ["two roots", "<a/><b/>"],
    ["text beside the root", "<a/>b"],
    ["an entity that is defined elsewhere", "<a>&b;</a>"],
    ["an entity without an end", "<a>&amp b</a>"],
    ["an entity of the language", "<a>&constructor;</a>"],
    ["no character", "<a>&#0;</a>"],
    ["what is far too deep", `${"<a>".repeat(50)}${"</a>".repeat(50)}`],
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["what is cut off", "<List><Contents><Key>fund"],
  ])("is not made of %s", (_what, text) => {
    expect(parseXml(text)).toBeUndefined();
  });
});

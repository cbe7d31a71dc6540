import { describe, expect, it } from "vitest";
import {
  assertSafeForKey,
  isLoopback,
  parseBaseUrl,
  resolvePath,
} from "../../src/client/base-url.js";

describe("a base URL", () => {
  it.each([
    ["ftp://example.com", "neither http nor https"],
    ["example.com", "not a URL"],
    ["https://example.com/\u001b]0;x\u0007", "control characters"],
    ["https://exa\nmple.com", "control characters"],
    ["https://user:pw@example.com", "credentials"],
    ["https://example.com/?a=b", "query"],
    ["https://example.com/#top", "fragment"],
  ])("%s is refused: %s", (text, reason) => {
    expect(() => parseBaseUrl(text)).toThrow(reason);
  });

  it("never repeats the credentials in it", () => {
    expect(() => parseBaseUrl("https://user:hunter2@example.com")).toThrow(/^(?!.*hunter2)/);
  });

  it("keeps its path in front of every other", () => {
    expect(resolvePath(parseBaseUrl("https://example.com/a/b/"), "/v1/assets").href).toBe(
      "https://example.com/a/b/v1/assets",
    );
  });

  it("escapes values but not the commas between them", () => {
    const url = resolvePath(new URL("https://example.com"), "/x", { a: ["1,2", "ü"], b: "a&b" });
    expect(url.search).toBe("?a=1%2C2,%C3%BC&b=a%26b");
  });
});

describe("a key", () => {
  it.each(["https://example.com", "http://127.0.0.1:1", "http://localhost", "http://[::1]:80"])(
    "is sent to %s",
    (text) => {
      expect(() => assertSafeForKey(new URL(text))).not.toThrow();
    },
  );

  it.each([
    "http://example.com",
    "http://10.0.0.1",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://127.example.com",
  ])("is not sent to %s", (text) => {
    expect(isLoopback(new URL(text))).toBe(false);
    expect(() => assertSafeForKey(new URL(text))).toThrow("plain http");
  });
});

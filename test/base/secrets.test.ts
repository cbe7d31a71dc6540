import { describe, expect, it } from "vitest";
import { createSecrets } from "../../src/base/secrets.js";

const KEY = `sk/Live+9f"3a\\b7'c%41&x=zQ`;

const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");

/** Notations in which a service may write a text. */
const NOTATIONS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON in JSON": (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  "JSON with all escaped": (text) => Array.from(text, (c) => `\\u00${hex(c)}`).join(""),
  "a URL": encodeURIComponent,
  "a URL with all escaped": (text) => Array.from(text, (c) => `%${hex(c)}`).join(""),
  "a URL in a URL": (text) => encodeURIComponent(encodeURIComponent(text)),
  "quotes of a shell": (text) => `'${text.replaceAll("'", `'\\''`)}'`,
  "bash's octal digits": (text) =>
    `$'${Array.from(text, (c) => `\\${c.charCodeAt(0).toString(8)}`).join("")}'`,
  "bash's hexadecimal digits": (text) => `$'${Array.from(text, (c) => `\\x${hex(c)}`).join("")}'`,
};

/** What remains of the key when the service cuts it. */
const CUTS: Readonly<Record<string, string>> = {
  "its end": KEY.slice(0, -1),
  "its beginning": KEY.slice(1),
  "both ends": KEY.slice(4, -4),
  "all but its first 8 characters": KEY.slice(0, 8),
  "all but its last 8 characters": KEY.slice(-8),
};

function knowing(...keys: string[]) {
  const secrets = createSecrets();
  for (const key of keys) secrets.add(key);
  return secrets;
}

describe.each(Object.entries(NOTATIONS))("a key as %s", (_notation, write) => {
  it("is hidden in every text", () => {
    const { redact, isIn } = knowing(KEY);
    expect(redact(`a ${write(KEY)} b`)).toMatch(/^a \$?'?\\?\*{4}'? b$/);
    expect(isIn(write(KEY))).toBe(true);
  });

  it.each(Object.entries(CUTS))("is hidden in a quote without %s", (_cut, part) => {
    expect(knowing(KEY).redactQuote(`a ${write(part)} b`)).toMatch(
      /^a (?:[$'"\\/]|%(?:25)*2f|%(?:25)*5c)*\*{4}(?:['\\]|%(?:25)*5c)* b$/i,
    );
  });
});

it("a key of the greatest length is hidden, too", () => {
  const key = Array.from({ length: 4096 }, (_, n) => String.fromCharCode(33 + ((n * n) % 94))).join(
    "",
  );
  const { redact, redactQuote } = knowing(key);
  expect(redact(`a ${key} b`)).toBe("a **** b");
  expect(redactQuote(`a ${key.slice(1)} b`)).toBe("a **** b");
});

it("each part of a key is hidden by itself, and what is shorter is not", () => {
  const { redactQuote } = knowing("abcdefghijklmnop");
  expect(redactQuote("abcdefgh and ijklmnop, abcdefg, hijklmn")).toBe(
    "**** and ****, abcdefg, hijklmn",
  );
  expect(redactQuote("abcdefghXijklmnop")).toBe("****X****");
});

it("carry's own text keeps what is in a key by chance", () => {
  const secrets = knowing("sk-position-00000000-application");
  const own = "position 00000000-0000-4000-8000-000000000001 of application/json";
  expect(secrets.redact(own)).toBe(own);
});

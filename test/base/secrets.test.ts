import { describe, expect, it } from "vitest";
import { createSecrets } from "../../src/base/secrets.js";

const KEY = `sk/Live+9f"3a\\b7'c%41&x=zQ`;

function knowing(...keys: string[]) {
  const secrets = createSecrets();
  for (const key of keys) secrets.add(key);
  return secrets;
}

describe.each([
  ["plain", KEY],
  ["JSON", JSON.stringify(KEY).slice(1, -1)],
  ["a URL", encodeURIComponent(KEY)],
])("a key as %s", (_notation, written) => {
  it("is hidden in every text", () => {
    const { redact, isIn } = knowing("another-key", KEY);
    expect(redact(`a ${written} b ${written}`)).toBe("a **** b ****");
    expect(isIn(`a ${written} b`)).toBe(true);
    expect(isIn("a b")).toBe(false);
  });
});

it.each([
  ["its first 8 characters", KEY.slice(0, 8)],
  ["its last 8 characters", KEY.slice(-8)],
  ["all but its last character", "sk_live_0123456789abcdef012345678"],
])("of a key that a service has cut, %s are hidden", (_what, part) => {
  const { redact } = knowing(KEY, "sk_live_0123456789abcdef0123456789");
  expect(redact(`a ${part} b`)).toBe("a **** b");
});

it("a key of the greatest length is hidden, too", () => {
  const key = Array.from({ length: 4096 }, (_, n) => String.fromCharCode(33 + ((n * n) % 94)));
  expect(knowing(key.join("")).redact(`a ${key.join("")} b`)).toBe("a **** b");
});

it("carry's own text keeps what a short key has in common with it", () => {
  const own = "the sandbox-like profile of position 00000000-0000-4000-8000-000000000001";
  expect(knowing("sandbox-key", "a").redact(own)).toBe(own);
});

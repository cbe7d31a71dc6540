import { describe, expect, it } from "vitest";
import { keyFault } from "../../src/base/secrets.js";
import { reasonOf } from "../../src/base/storage/errors.js";
import { maskKey } from "../../src/run/settings/key-source.js";
import { splitCommandLine, wholeNumber } from "../../src/run/settings/kinds.js";
import { checkProfileName } from "../../src/run/settings/profile-name.js";
import { locate, lookUp, type Sources } from "../../src/run/settings/sources.js";

describe("an API key", () => {
  it.each(["abc", "sk-live_0123456789.ABC~", "!"])("may be %s", (key) => {
    expect(keyFault(key)).toBeUndefined();
  });

  it.each([
    ["", "is empty"],
    ["a\nb", "line break"],
    ["a\r\nX-Evil: 1", "line break"],
    ["a b", "space"],
    ["caf\u00e9", "U+00E9"],
    ["\ufeffabc", "U+FEFF"],
    ["a\u0000", "U+0000"],
    ["x".repeat(5000), "longer than 4096"],
  ])("may not be %j, which the message does not repeat", (key, reason) => {
    const fault = keyFault(key) ?? "";
    expect(fault).toContain(reason);
    if (key !== "") expect(fault).not.toContain(key);
  });

  it("is masked down to four characters when it is long, and wholly when it is short", () => {
    expect(maskKey("0123456789abcdef")).toBe("****cdef");
    expect(maskKey("0123456789abc")).toBe("****9abc");
    expect(maskKey("0123456789ab")).toBe("****");
  });
});

describe("the command for a key", () => {
  it.each([
    ["pass show carry", ["pass", "show", "carry"]],
    ["  op  read  'op://Private/carry api/key' ", ["op", "read", "op://Private/carry api/key"]],
    ['echo "a \\"b\\" c" \'\' d\\ e', ["echo", 'a "b" c', "", "d e"]],
    ["C:\\tools\\pass.exe --x", ["C:\\tools\\pass.exe", "--x"]],
    ["echo $HOME; rm -rf *", ["echo", "$HOME;", "rm", "-rf", "*"]],
  ])("%s becomes words, and nothing is expanded", (text, words) => {
    expect(splitCommandLine(text)).toEqual(words);
  });

  it.each(["", "   ", "pass 'show", 'pass "show', "''", "a\nb", "a\u0000b"])(
    "%j is none",
    (text) => {
      expect(splitCommandLine(text)).toBeUndefined();
    },
  );
});

describe("a profile's name", () => {
  it.each(["a", "main", "my-2nd_account.eu", "x".repeat(64)])("may be %s", (name) => {
    expect(checkProfileName(name, "--profile")).toBe(name);
  });

  it.each(["", "a/b", "a b", "..\\x", "é", "x".repeat(65), "a\n"])("may not be %j", (name) => {
    expect(() => checkProfileName(name, "--profile")).toThrow("--profile");
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("may not be %s", (name) => {
    expect(() => checkProfileName(name, "--profile")).toThrow("--profile");
  });
});

describe("a setting", () => {
  const sources = (over: Partial<Sources>): Sources => ({
    options: {},
    env: {},
    profile: {},
    profileName: "main",
    ...over,
  });

  it("comes from the option, then the environment, then the profile, then the default", () => {
    const profile = { timeout: "1s" };
    const env = { CARRY_TIMEOUT: "2s" };
    const options = { timeout: "3s" };
    expect(lookUp("timeout", sources({ profile, env, options }))).toEqual({
      value: 3000,
      origin: "option",
    });
    expect(lookUp("timeout", sources({ profile, env }))).toEqual({
      value: 2000,
      origin: "environment",
    });
    expect(lookUp("timeout", sources({ profile, env: { CARRY_TIMEOUT: "" } }))).toEqual({
      value: 1000,
      origin: "profile",
    });
    expect(lookUp("timeout", sources({}))).toEqual({ value: 30_000, origin: "default" });
    expect(lookUp("portfolio", sources({}))).toBeUndefined();
  });

  it("reports where it was written", () => {
    const written = locate("base-url", sources({ env: { CARRY_BASE_URL: "https://a" } }));
    expect(written).toEqual({ text: "https://a", origin: "environment", where: "CARRY_BASE_URL" });
  });

  it.each([
    ["from,to", ["from", "to"]],
    ["start_time,end_time", ["start_time", "end_time"]],
  ])("range-params may be %s", (text, value) => {
    expect(lookUp("range-params", sources({ profile: { "range-params": text } }))?.value).toEqual(
      value,
    );
  });

  it.each(["from", "from,", "a,a", "a,b,c", "a b,c", "a&x=1,b"])(
    "range-params may not be %j",
    (text) => {
      expect(() => lookUp("range-params", sources({ profile: { "range-params": text } }))).toThrow(
        'profile "main": range-params',
      );
    },
  );
});

describe("a whole number", () => {
  it("has as many digits as the largest that is exact", () => {
    const { parse } = wholeNumber(1);
    expect(parse("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(parse("9007199254740992")).toBeUndefined();
  });
});

describe("what the system says", () => {
  it.each([
    ["ENOSPC", "the disk is full"],
    ["EROFS", "the file system is read-only"],
    ["EACCES", "permission denied"],
    ["EWHATEVER", "EWHATEVER"],
  ])("%s is described as: %s", (code, described) => {
    expect(reasonOf(Object.assign(new Error(`${code}: /home/x`), { code }))).toBe(described);
  });
});

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { AnswerError, ServiceError } from "../../src/client/errors.js";
import { positionSummary } from "../../src/client/resources/position-schema.js";
import { readJson, validate } from "../../src/client/validate/answer.js";
import { memberSource } from "../../src/client/validate/json-source.js";
import { leg, performance, position } from "../support/records.js";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const answer = (body: string | Buffer, more: object = {}) => ({
  status: 200,
  headers: {},
  body: Buffer.from(body),
  url: new URL("https://api.example.com/v1/assets?limit=2"),
  ...more,
});
const read = (body: string | Buffer, more: object = {}) => readJson(answer(body, more), NOW);

/** The message of the error that a call throws. */
function complaint(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof AnswerError) return error.message;
    throw error;
  }
  return "none";
}

describe("an answer", () => {
  it("is its text and its value, without a byte order mark", () => {
    expect(read('\uFEFF{"a":1.10}')).toEqual({ text: '{"a":1.10}', value: { a: 1.1 } });
    expect(read('{"a":1.10}')).toEqual({ text: '{"a":1.10}', value: { a: 1.1 } });
    expect(complaint(() => read(Buffer.from([0xef, 0xbb, 0x31])))).toContain("not UTF-8");
  });

  it.each([
    ["", {}, "something that is not JSON (nothing)"],
    ["<html>", {}, "something that is not JSON (6 bytes)"],
    ["<html>", { headers: { "content-type": "text/html" } }, "not JSON (text/html)"],
    [Buffer.from([0x22, 0xff, 0x22]), {}, "text that is not UTF-8"],
  ])("of %j is refused, with what it was", (body, more, expected) => {
    const found = complaint(() => read(body, more));
    expect(found).toContain(expected);
    expect(found).toMatch(/^https:\/\/api\.example\.com\/v1\/assets answered with /);
  });

  it("may be nested 100 levels deep, and side by side without an end", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(complaint(() => read(nested(100)))).toBe("none");
    expect(complaint(() => read(nested(101)))).toMatch(/JSON nested deeper than 100 levels$/);
    expect(complaint(() => read(`${'{"a":'.repeat(100)}1${"}".repeat(100)}`))).toBe("none");
    expect(complaint(() => read(`${'{"a":'.repeat(101)}1${"}".repeat(101)}`))).toContain("deeper");
    expect(complaint(() => read(`[${'[{"a":{}}],'.repeat(200)}1]`))).toBe("none");
    expect(complaint(() => read(`["${"[{".repeat(200)}"]`))).toBe("none");
  });

  it("may have 300,000 values", () => {
    const numbers = (count: number) => `[${"1,".repeat(count - 1)}1]`;
    expect(complaint(() => read(numbers(299_999)))).toBe("none"); // and the array
    expect(complaint(() => read(numbers(300_000)))).toMatch(/JSON of more than 300,000 values$/);
    expect(complaint(() => read(`["${",".repeat(300_000)}"]`))).toBe("none");
    const objects = (count: number) => `[${"{},".repeat(count - 1)}{}]`; // a comma and a brace each
    expect(complaint(() => read(objects(149_999)))).toBe("none");
    expect(complaint(() => read(objects(150_001)))).toContain("300,000 values");
    expect(complaint(() => read(objects(149_999).replace("[", "[1,")))).toBe("none");
  });
});

describe("an answer with another status than success", () => {
  function failure(body: string | Buffer, more: object = {}): ServiceError {
    try {
      read(body, { status: 429, ...more });
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
    throw new Error("no failure");
  }

  it("is an error with the code and the message of the service", () => {
    const body = '{"code":"too_many","message":"Slow down."}';
    expect(failure(body)).toMatchObject({ status: 429, code: "too_many", message: "Slow down." });
    expect(failure(body).retryAfter).toBeUndefined();
    expect(failure(body).answer?.body.toString()).toBe(body);
  });

  it("has the message of a service that sends no code", () => {
    const { message, code } = failure('{"message":"Slow down."}');
    expect([message, code]).toEqual(["Slow down.", undefined]);
    expect(failure('{"code":"too_many"}')).toMatchObject({ code: "too_many" });
  });

  it.each([
    "<html>",
    "",
    "[]",
    "7",
    '{"code":1,"message":null}',
    '{"code":"","message":" "}',
    "{}",
  ])("has a message of its own where the service sends none: %j", (body) => {
    const { message, code } = failure(body);
    expect([message, code]).toEqual(["the service answered with status 429", undefined]);
  });

  it("cuts a message of more than 500 characters", () => {
    const message = (length: number) => failure(`{"message":"${"x".repeat(length)}"}`).message;
    expect(message(500)).toBe("x".repeat(500));
    expect(message(501)).toBe(`${"x".repeat(500)}…`);
  });

  it("has the seconds to wait, rounded up", () => {
    const wait = (header: string) =>
      failure("{}", { headers: { "retry-after": header } }).retryAfter;
    expect([wait("7"), wait("Mon, 01 Jun 2026 12:01:00 GMT"), wait("soon")]).toEqual([
      ...[7, 60, undefined],
    ]);
    const late = { headers: { "retry-after": "Mon, 01 Jun 2026 12:00:03 GMT" }, status: 503 };
    const early = NOW + 100;
    expect(() => readJson(answer("{}", late), early)).toThrow(
      expect.objectContaining({ retryAfter: 3 }),
    );
  });
});

describe("a value that does not match the interface", () => {
  const listing = z.looseObject({ data: z.array(positionSummary) });
  const mismatch = (data: unknown, redact?: (text: string) => string) =>
    complaint(() => validate(listing, { data }, "the positions", redact)).replace(
      "the answer of the positions does not match the interface: ",
      "",
    );
  const legs = (more: Record<string, unknown>) => [
    position(1),
    position(2, { legs: [leg(), leg(more)] }),
  ];

  it("is returned as it is where it matches", () => {
    const value = { data: [position(1, { performance: performance(), extra: 1 })], more: 2 };
    expect(validate(listing, value, "the positions")).toBe(value);
  });

  it.each<[unknown, string]>([
    [legs({ side: 1 }), "data.1.legs.1.side: expected a string, got 1"],
    [legs({ quantity: "1" }), 'data.1.legs.1.quantity: expected a number, got "1"'],
    [legs({ exchange: undefined }), "data.1.legs.1.exchange: expected a string, got nothing"],
    [legs({ exchange: null }), "data.1.legs.1.exchange: expected a string, got null"],
    [legs({ exchange: true }), "data.1.legs.1.exchange: expected a string, got true"],
    [[position(1, { legs: {} })], "data.0.legs: expected an array, got an object"],
    [[[]], "data.0: expected an object, got an array"],
    [[7], "data.0: expected an object, got 7"],
    ["x", 'data: expected an array, got "x"'],
    [[position(1, { position_id: "x" })], 'data.0.position_id: expected a uuid, got "x"'],
    [
      [position(1, { opened_at: "2026-02-30T00:00:00Z" })],
      'data.0.opened_at: expected an ISO 8601 date-time that exists, got "2026-02-30T00:00:00Z"',
    ],
    [
      legs({ quantity: Number.POSITIVE_INFINITY }),
      "data.1.legs.1.quantity: expected a number, got a number that is too large",
    ],
  ])("is named with its place, what was expected and what was found: %j", (data, expected) => {
    expect(mismatch(data)).toBe(expected);
  });

  it("is named where it is the whole answer", () => {
    const found = complaint(() => validate(listing, null, "the positions"));
    expect(found).toMatch(/: the body: expected an object, got null$/);
  });

  it("is the first of several", () => {
    expect(mismatch([position(1, { asset: 1 }), 7])).toContain("data.0.asset: ");
    expect(mismatch([position(1, { asset: 1, status: 2 })])).toContain("data.0.asset: ");
  });

  it("is quoted with 40 characters, without secrets", () => {
    const id = (length: number) => mismatch([position(1, { position_id: "x".repeat(length) })]);
    expect(id(40)).toContain(`got "${"x".repeat(40)}"`);
    expect(id(41)).toContain(`got "${"x".repeat(40)}…"`);
    const secret = `${"y".repeat(30)}key-of-twenty-charact`;
    const hidden = mismatch([position(1, { position_id: secret })], (text) =>
      text.replace("key-of-twenty-charact", "***"),
    );
    expect(hidden).toContain(`got "${"y".repeat(30)}***"`);
  });
});

describe("the text of a member", () => {
  it("is not taken from a text, a nested object or a name that is a value", () => {
    expect(memberSource('{"a":"data","data":1}', "data")).toBe("1");
    expect(memberSource('{"a":"data"}', "data")).toBeUndefined();
    expect(memberSource('["data",1]', "data")).toBeUndefined();
    expect(memberSource('{"a":{"data":2},"b":[{"data":3}]}', "data")).toBeUndefined();
    expect(memberSource('{"data":{"a":"b","c":[1,2]},"e":3}', "data")).toBe('{"a":"b","c":[1,2]}');
  });
});

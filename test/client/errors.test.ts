import { describe, expect, it } from "vitest";
import {
  AnswerError,
  CarryError,
  ConnectionError,
  ListingError,
  ServiceError,
} from "../../src/client/errors.js";

describe("an error of the client", () => {
  it.each([
    [304, "unexpected_status", false],
    [400, "rejected", false],
    [401, "unauthorized", false],
    [403, "forbidden", false],
    [404, "not_found", false],
    [418, "rejected", false],
    [429, "rate_limited", true],
    [500, "service_failed", true],
    [501, "service_failed", false],
    [503, "service_failed", true],
  ])("of status %s is of the kind %s", (status, kind, retryable) => {
    expect(new ServiceError(status, "no")).toMatchObject({ status, kind, retryable });
  });

  it("has no field that does not apply", () => {
    const error: CarryError = new AnswerError("no", { hint: undefined });
    for (const field of ["status", "code", "cursor", "retryAfter", "hint", "cause"]) {
      expect(Object.hasOwn(error, field)).toBe(false);
    }
  });

  it.each(["dns", "timeout", "tls"] as const)("names the fault %s in its kind", (fault) => {
    const error = new ConnectionError(fault, "https://api.example.com", "no");
    expect(error).toMatchObject({
      kind: `connection_${fault}`,
      fault,
      retryable: fault === "timeout",
    });
  });
});

it("an error in JSON has its message, and no stack", () => {
  const text = JSON.stringify(new ServiceError(404, "no such thing", { code: "GONE" }));
  expect(JSON.parse(text)).toEqual({
    ...{ name: "ServiceError", kind: "not_found", message: "no such thing" },
    ...{ status: 404, code: "GONE", retryable: false },
  });
});

describe("the error of a listing", () => {
  it("is of the kind of its cause, with the cursor to go on from", () => {
    const cause = new ServiceError(429, "slow down", { code: "LIMIT", retryAfter: 7 });
    const error = new ListingError("abc", cause);
    expect(error).toBeInstanceOf(CarryError);
    expect({ ...error }).toEqual({
      name: "ListingError",
      kind: "rate_limited",
      status: 429,
      code: "LIMIT",
      retryAfter: 7,
      retryable: true,
      cursor: "abc",
    });
    expect(error.cause).toBe(cause);
    expect(error.message).toBe("slow down");
  });

  it("is an interruption where the cause is not the client's", () => {
    const error = new ListingError(undefined, new Error("enough"));
    expect(error).toMatchObject({ kind: "interrupted", message: "enough", retryable: false });
    expect(Object.hasOwn(error, "cursor")).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { assets } from "../../src/client/resources/asset.js";
import { decimalString, time } from "../../src/client/resources/fields.js";
import { positions } from "../../src/client/resources/position.js";
import { positionSummary } from "../../src/client/resources/position-schema.js";
import { guardOf } from "../../src/client/validate/guard.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

/** Replacement values: of the wrong kind, or wrong in a subtle way. */
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1.5,
    -0,
    "2026-02-30T00:00:00Z",
    "2026-02-28T00:00:00Z",
    "2024-02-29T12:00:00.123+02:00",
    "1e5",
    "0x10",
    "long",
    "open",
    "",
    null,
    [],
    {},
    [null],
  ),
);

/** Returns the value with one of its fields, at any depth, replaced or removed. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return strange;
  const keys = Object.keys(value);
  const replaced = keys.map((key) =>
    fc
      .oneof({ weight: 3, arbitrary: mutated((value as Record<string, unknown>)[key]) }, strange)
      .map((field) => put(value, key, field)),
  );
  const removed = keys.map((key) => fc.constant(without(value, key)));
  return fc.oneof(fc.constant(value), strange, ...replaced, ...removed);
}

function put(value: object, key: string, field: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(key), field);
  return { ...value, [key]: field };
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1);
  const { [key]: _, ...rest } = value as Record<string, unknown>;
  return rest;
}

const summary = position(1, { performance: performance() });
const detail = {
  ...position(1, { portfolio_id: PORTFOLIO, note: null }),
  legs: [
    leg({
      leg_id: uuidOf(7),
      close_price: null,
      open_fee_paid: 1.5,
      close_fee_paid: null,
      funding: { calculated: 0.1, override: null },
    }),
  ],
};
const btc = {
  asset: "BTC",
  name: "Bitcoin",
  asset_class: "crypto",
  market_count: 8,
  exchange_count: 6,
};

const SCHEMAS = [
  ["a position", positionSummary, summary],
  ["a position in full", positions.records.PositionDetail.schema, detail],
  ["an asset", assets.records.Asset.schema, btc],
  ["a decimal text", z.looseObject({ rate: z.nullable(decimalString()) }), { rate: "0.1" }],
  ["identifiers", z.array(z.guid()), [uuidOf(1)]],
  ["anything", z.looseObject({ data: z.array(z.unknown()) }), { data: [1, null, { a: "x" }] }],
  ["a time", z.looseObject({ at: z.optional(time()) }), { at: "2026-01-01T00:00:00Z" }],
] as const;

describe("a guard", () => {
  it.each(SCHEMAS)("agrees with zod for every value of %s", (_, schema, sample) => {
    const guard = guardOf(schema);
    expect(guard(sample)).toBe(true);
    fc.assert(
      fc.property(mutated(sample), (value) => {
        expect(guard(value)).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    z.object({ a: z.string() }),
    z.looseObject({ a: z._default(z.string(), "") }),
    z.string().check(z.email()),
    z.string().check(z.minLength(2)),
    z.number().check(z.positive()),
    z.float32(),
    z.string().check(z.regex(/a/), z.regex(/b/)),
  ])("is refused for a schema that it does not support", (schema) => {
    expect(() => guardOf(schema)).toThrow(TypeError);
  });
});

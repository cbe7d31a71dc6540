import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { formatCell } from "../../src/output/text/format.js";
import { localZone } from "../../src/output/text/format-time.js";
import type { Kind } from "../../src/output/text/numbers.js";

const UTC = { unicode: true, zone: "UTC" };
const KINDS: readonly Kind[] = [
  "text",
  "id",
  "integer",
  "quantity",
  "price",
  "usd",
  "percent",
  "rate",
  "time",
  "age",
  "any",
];
const NUMBER_KINDS = ["integer", "quantity", "price", "usd", "percent", "rate"] as const;

describe("a cell", () => {
  it.each<[Kind, unknown, string]>([
    ["usd", 1234567.5, "1,234,567.50"],
    ["usd", 1.005, "1.01"],
    ["usd", -2.675, "-2.68"],
    ["usd", 8.345, "8.35"],
    ["usd", "0.125", "0.13"],
    ["usd", -0.001, "0.00"],
    ["usd", -0, "0.00"],
    ["usd", 1e21, "1,000,000,000,000,000,000,000.00"],
    ["percent", -12.345, "-12.35%"],
    ["percent", -0.001, "0.00%"],
    ["rate", "0.0001", "+0.0100%"],
    ["rate", -0.000125, "-0.0125%"],
    ["rate", "0.0000001", "+0.00001%"],
    ["rate", "-0.00000012345", "-0.000012%"],
    ["rate", "0.0000000001", "+0.00000001%"],
    ["rate", "0.000000000000000123", "0.0000%"],
    ["rate", "-0.000000000000000123", "0.0000%"],
    ["rate", 0, "0.0000%"],
    ["rate", "+1.5e-4", "+0.0150%"],
    ["price", 65432.129, "65,432.13"],
    ["price", 1000, "1,000.00"],
    ["price", 12.345678, "12.3457"],
    ["price", 0.5, "0.5000"],
    ["price", 0.0000123456789, "0.0000123457"],
    ["price", 1e-12, "0.000000000001"],
    ["price", 0, "0.00"],
    ["quantity", 1250000, "1,250,000"],
    ["quantity", 1.5, "1.5"],
    ["quantity", 0.123456789, "0.12345679"],
    ["quantity", 1e-9, "0.000000001"],
    ["integer", 12345, "12,345"],
    ["integer", 1.5, "1.5"],
    ["age", 45_999, "45s"],
    ["age", 12 * 60_000, "12m"],
    ["age", 3.9 * 3_600_000, "3h"],
    ["age", 12 * 86_400_000, "12d"],
    ["age", 385 * 86_400_000, "1y 20d"],
    ["age", 730 * 86_400_000, "2y"],
    ["age", -90_000, "0s"],
    ["age", -1, "0s"],
    ["text", "a\u001bb", "a\\x1bb"],
    ["id", "abc", "abc"],
    ["any", 1e-7, "0.0000001"],
    ["any", true, "true"],
    ["any", { a: ["\u009b"] }, '{"a":["\\x9b"]}'],
  ])("of kind %s shows %j as %s", (kind, value, shown) => {
    expect(formatCell(kind, value, UTC)).toBe(shown);
  });

  it.each(KINDS)("of kind %s is a dash when there is no value", (kind) => {
    expect(formatCell(kind, null, UTC)).toBe("–");
    expect(formatCell(kind, undefined, { ...UTC, unicode: false })).toBe("-");
  });

  it("has a plus sign when gains and losses are distinguished", () => {
    expect(formatCell("usd", 1234.5, UTC, true)).toBe("+1,234.50");
    expect(formatCell("percent", 5, UTC, true)).toBe("+5.00%");
    expect(formatCell("usd", 0.001, UTC, true)).toBe("0.00");
  });

  it("shows a value of an unexpected type instead of failing", () => {
    expect(formatCell("usd", "a lot\n", UTC)).toBe("a lot\\n");
    expect(formatCell("rate", { a: 1 }, UTC)).toBe('{"a":1}');
    expect(formatCell("price", Number.POSITIVE_INFINITY, UTC)).toBe("Infinity");
    expect(formatCell("usd", "1e999999999", UTC)).toBe("1e999999999");
    expect(formatCell("time", 5, UTC)).toBe("5");
    expect(formatCell("time", "2026-13-45T00:00:00Z", UTC)).toBe("2026-13-45T00:00:00Z");
  });

  it("never loses a price, a quantity or a settled rate to zero, nor shows an exponent", () => {
    const tiny = fc.double({ min: 1e-30, max: 10, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(tiny, fc.constantFrom("price", "rate", "quantity"), (value, kind) => {
        const shown = formatCell(kind, value, UTC);
        const isNoise = kind === "rate" && value < 5e-11; // below the last digit of settled rates
        expect(/[1-9]/.test(shown)).toBe(!isNoise);
        if (isNoise) expect(shown).toBe("0.0000%");
        expect(shown).not.toContain("e");
      }),
    );
  });

  it("rounds money in decimals, half away from zero", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (thousandths) => {
        const digits = String(thousandths).padStart(4, "0");
        const cents = String((thousandths + 5n) / 10n).padStart(3, "0");
        const shown = formatCell("usd", `${digits.slice(0, -3)}.${digits.slice(-3)}`, UTC);
        expect(shown.replaceAll(",", "")).toBe(`${cents.slice(0, -2)}.${cents.slice(-2)}`);
      }),
    );
  });

  it("never shows a negative zero", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.constantFrom(...NUMBER_KINDS), (value, kind) => {
        expect(formatCell(kind, value, UTC)).not.toMatch(/^-[0.,]+%?$/);
      }),
    );
  });

  it("shows anything whatever the kind", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...KINDS), (value, kind) => {
        expect(formatCell(kind, value, UTC)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe("a time", () => {
  it.each([
    ["2026-01-02T08:00:05Z", "2026-01-02 08:00Z"],
    ["2026-01-02T08:00:05.123456+02:00", "2026-01-02 06:00Z"],
    ["2026-01-02T00:30:00+01:00", "2026-01-01 23:30Z"],
    ["2026-01-02T08:00:05", "2026-01-02 08:00Z"],
    ["2026-01-02", "2026-01-02"],
    ["soon", "soon"],
  ])("of %s is shown in UTC as %s", (sent, shown) => {
    expect(formatCell("time", sent, UTC)).toBe(shown);
  });

  it.each([
    ["2026-01-02T08:00:05Z", "Europe/Berlin", "2026-01-02 09:00+01:00"],
    ["2026-07-02T23:30:00Z", "Europe/Berlin", "2026-07-03 01:30+02:00"],
    ["2026-07-02T23:30:00Z", "Asia/Kolkata", "2026-07-03 05:00+05:30"],
    ["2026-01-02T00:00:00Z", "Europe/London", "2026-01-02 00:00+00:00"],
    ["2026-01-02T08:00:05Z", "No/Such", "2026-01-02 08:00Z"],
  ])("of %s in the zone %s is %s", (sent, zone, shown) => {
    expect(formatCell("time", sent, { unicode: true, zone })).toBe(shown);
  });

  it("is local in the zone of TZ, else of this machine", () => {
    expect(localZone("/usr/share/zoneinfo/Europe/London")).toBe("Europe/London");
    expect(localZone("No/Such")).toBeUndefined();
    vi.stubEnv("TZ", "Europe/Paris");
    const zone = localZone(undefined);
    vi.unstubAllEnvs();
    expect(zone).toBe("Europe/Paris");
  });
});

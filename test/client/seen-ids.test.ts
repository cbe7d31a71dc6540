import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeenIds } from "../../src/client/listing/seen-ids.js";
import { uuidOf } from "../support/records.js";

describe("the ids that were seen", () => {
  it("are recognised as with a Set", () => {
    const id = fc.oneof(fc.uuid(), fc.nat(50).map(uuidOf), fc.constant(uuidOf(0)));
    fc.assert(
      fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
        const seen = createSeenIds();
        const set = new Set<string>();
        for (const each of ids) {
          expect(seen.add(each)).toBe(!set.has(each));
          set.add(each);
        }
      }),
    );
  });

  it("are told apart by each of their parts, also where the others are zero", () => {
    const hex = (n: number, digits: number) => n.toString(16).padStart(digits, "0");
    const idsWith = (fill: string) =>
      Array.from({ length: 1000 }, (_, n) => n + 1).flatMap((n) => {
        const at = (digits: number) => fill.repeat(digits);
        return [
          `${hex(n, 8)}-${at(4)}-${at(4)}-${at(4)}-${at(12)}`,
          `${at(8)}-${hex(n, 4)}-${at(4)}-${at(4)}-${at(12)}`,
          `${at(8)}-${at(4)}-${hex(n, 4)}-${at(4)}-${at(12)}`,
          `${at(8)}-${at(4)}-${at(4)}-${hex(n, 4)}-${at(12)}`,
          `${at(8)}-${at(4)}-${at(4)}-${at(4)}-${hex(n, 4)}${at(8)}`,
          `${at(8)}-${at(4)}-${at(4)}-${at(4)}-${at(4)}${hex(n, 8)}`,
        ];
      });
    for (const fill of ["0", "a"]) {
      const ids = idsWith(fill);
      const seen = createSeenIds();
      expect(ids.filter((id) => !seen.add(id))).toEqual([]);
      expect(ids.filter((id) => seen.add(id))).toEqual([]);
    }
  });

  it("stay known while many more come", () => {
    const seen = createSeenIds();
    const ids = [
      "00000000-0000-0000-0000-000000000000",
      ...Array.from({ length: 20_000 }, (_, n) => (n % 2 === 0 ? uuidOf(n) : randomUUID())),
    ];
    expect(ids.filter((id) => seen.add(id))).toHaveLength(ids.length);
    expect(ids.filter((id) => seen.add(id.toUpperCase()))).toEqual([]);
  });
});

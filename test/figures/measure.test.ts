import { Big } from "big.js";
import { expect, it } from "vitest";
import {
  type Evidence,
  known,
  lacking,
  lift,
  merge,
  over,
  Q,
  SURE,
  sum,
} from "../../src/figures/measure.js";
import { DOUBTS, type Doubt } from "../../src/figures/unknown.js";
import { randomOf } from "../support/random.js";

const random = randomOf(53);
const ALL_DOUBTS = Object.keys(DOUBTS) as Doubt[];

function someEvidence(): Evidence {
  const asOf = random.pick<number | null | undefined>([undefined, null, 1, 2, 3]);
  const doubts = ALL_DOUBTS.filter(() => random.chance(20));
  const covered = random.chance(50) ? undefined : { hours: random.below(25), wanted: 24 };
  return { asOf, doubts, covered };
}

/** Evidence by its contents, whatever the order of its doubts. */
const contents = ({ doubts, ...rest }: Evidence) => ({ ...rest, doubts: [...doubts].sort() });
const some = (): Q =>
  random.chance(20)
    ? lacking("mark_missing", someEvidence())
    : new Q(new Big(random.below(101) - 50), someEvidence());

it("an unknown input makes the result unknown, and says why", () => {
  const seven = known(new Big(7));
  const { value, unknown } = lift(
    [seven, lacking("no_leverage"), lacking("past")],
    (a: Big, _: Big, __: Big) => a,
  );
  expect([value, unknown]).toEqual([null, "no_leverage"]);
  expect(over(seven, known(new Big(0))).value).toBeNull();
  expect(seven.if((it) => it.gt(9), "past")).toMatchObject({ value: null, unknown: "past" });
  expect(seven.map(() => null, "mark_missing").unknown).toBe("mark_missing");
});

it("evidence merges to the same in any order", () => {
  for (let round = 0; round < 500; round++) {
    const [a, b, c] = [someEvidence(), someEvidence(), someEvidence()];
    expect(contents(merge(a, b))).toEqual(contents(merge(b, a)));
    const [left, right] = [merge(merge(a, b), c), merge(a, merge(b, c))];
    expect(contents(left).doubts).toEqual(contents(right).doubts);
    expect(left.asOf).toBe(right.asOf);
  }
});

it("evidence that is equal is shared", () => {
  const marks = { asOf: 5, doubts: ["mark_stale"] } satisfies Evidence;
  expect(merge(marks, SURE)).toBe(marks);
  expect(merge(marks, { asOf: 9, doubts: ["mark_stale"] })).toBe(marks);
  expect(lift([known(1, marks), known(2, marks)], (a: number, b: number) => a + b).evidence).toBe(
    marks,
  );
});

it("a sum of sums is the sum of all, with the same counts", () => {
  for (let round = 0; round < 200; round++) {
    const groups = Array.from({ length: 1 + random.below(5) }, () =>
      Array.from({ length: random.below(6) }, some),
    );
    const whole = sum(groups.flat(), (it) => it, "never_negative");
    const parts = sum(
      groups,
      (group) => sum(group, (it) => it, "never_negative"),
      "never_negative",
    );
    expect(parts.value?.toFixed()).toBe(groups.flat().length === 0 ? "0" : whole.value?.toFixed());
    expect([parts.evidence.counted, parts.evidence.of]).toEqual([
      whole.evidence.counted,
      whole.evidence.of,
    ]);
    expect(parts.evidence.bound).toBe(whole.evidence.bound);
  }
});

it("a sum without some terms is a bound only where they cannot be below zero", () => {
  const terms = [known(new Big(3)), lacking("mark_missing")];
  expect(sum(terms, (it) => it)).toMatchObject({
    value: new Big(3),
    evidence: { counted: 1, of: 2 },
  });
  expect(sum(terms, (it) => it).evidence.bound).toBeUndefined();
  expect(sum(terms, (it) => it, "never_negative").evidence.bound).toBe("at_least");
  expect(sum([lacking("past")], (it) => it)).toMatchObject({ value: null, unknown: "past" });
});

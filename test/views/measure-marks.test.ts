import { Big } from "big.js";
import { expect, it } from "vitest";
import { measureMarks } from "../../src/views/measure-marks.js";

it("An estimate keeps its mark when a mark price is also stale", () => {
  const gross = { value: new Big(1), unit: "usd", about: true, ageUnknown: true } as const;
  const signs = (more: object) =>
    measureMarks({ ...gross, ...more }, { now: 0 }).map((it) => it.sign);
  expect(signs({ stale: true })).toEqual(["~", "*"]);
  expect(signs({})).toEqual(["~"]);
  expect(signs({ about: false })).toEqual(["?"]);
});

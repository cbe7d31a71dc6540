import { expect, it } from "vitest";
import { verdictSection } from "../../../src/features/get/verdict.js";
import { criteria, longLeg, runs, shortLeg, sound } from "../../analytics/position/judged.js";
import { NOW } from "../../support/now.js";

const look = { color: false, unicode: true, width: undefined, now: NOW, zone: "UTC" };

it("The head of a listed position says that a leg may be closed", async () => {
  const { limits, historyOf } = criteria();
  const headOf = (legs: readonly object[]) =>
    verdictSection(sound({ legs }), { now: NOW }, runs(5), { limits, historyOf }).render(look);
  const unmarked = [longLeg({ mark_price: null }), shortLeg()];
  expect(await headOf(unmarked)).toContain("legs not checked");
  const whole = unmarked.map((leg) => ({ ...leg, close_price: null }));
  expect(await headOf(whole)).not.toContain("not checked");
});

import { describe, expect, it } from "vitest";
import { DEFAULT_TIMEOUT_MS, MOST_MB, MOST_MS_BEYOND, measured } from "./cost.js";
import { FAULTS } from "./list.js";
import { isLeftOut } from "./needs.js";

const PLAYED = FAULTS.map(({ title, faults }) => ({
  title,
  faults: faults.filter((fault) => "play" in fault),
})).filter(({ faults }) => faults.length > 0);

describe.each(PLAYED)("$title:", ({ faults }) => {
  for (const fault of faults) {
    const title = `${fault.what} (${fault.id}), under ${MOST_MB} MB and over in time`;
    it.skipIf(isLeftOut(fault.needs))(title, async () => {
      const { result, cost } = await measured(1, fault.play);
      expect(result.stderr.trimEnd()).toBe(fault.sees);
      expect(result.code).toBe(fault.exit);
      expect(cost?.mb ?? Number.NaN).toBeLessThan(MOST_MB);
      expect(cost?.ms ?? Number.NaN).toBeLessThan(DEFAULT_TIMEOUT_MS + MOST_MS_BEYOND);
    });
  }
});

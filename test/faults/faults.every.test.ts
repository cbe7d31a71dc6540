import { describe, it } from "vitest";
import { isLeftOut } from "./needs.js";
import { checkAsCsv, checkAsJson, checkAsLines, inProcess, stagedFaults } from "./staged.js";

/* The other formats of the rest, and what only a process shows, are in faults.process.test.ts. */
describe.each(stagedFaults(({ asProcess }) => asProcess !== true))("$title:", ({ faults }) => {
  for (const [n, fault] of faults.entries()) {
    const title = `${fault.what} (${fault.id})`;
    it.skipIf(isLeftOut(fault.needs))(title, () => checkAsCsv(fault, inProcess));
    if (n > 0 && n < faults.length - 1) continue;
    it.skipIf(isLeftOut(fault.needs))(`${title}, in each format`, async () => {
      await checkAsJson(fault, inProcess);
      await checkAsLines(fault, inProcess);
    });
  }
});

import { describe, it } from "vitest";
import { runCarry } from "../support/process.js";
import { isLeftOut } from "./needs.js";
import { checkAsCsv, checkAsJson, checkAsLines, inProcess, stagedFaults } from "./staged.js";

describe.each(stagedFaults(({ asProcess }) => asProcess === true))("$title:", ({ faults }) => {
  for (const fault of faults) {
    it.skipIf(isLeftOut(fault.needs))(`${fault.what} (${fault.id})`, async () => {
      await checkAsCsv(fault, runCarry);
      await checkAsJson(fault, runCarry);
    });
  }
});

describe.each(stagedFaults(({ asProcess }) => asProcess !== true))(
  "$title, as json, ndjson and a table:",
  ({ faults }) => {
    for (const fault of faults) {
      it.skipIf(isLeftOut(fault.needs))(`${fault.what} (${fault.id})`, async () => {
        await checkAsJson(fault, inProcess);
        await checkAsLines(fault, inProcess);
      });
    }
  },
);

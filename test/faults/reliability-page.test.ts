import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAULTS } from "./list.js";
import { reliabilityPage } from "./reliability-page.js";

const PAGE = new URL("../../docs/reliability.md", import.meta.url);

it("docs/reliability.md shows the faults as the tests play them", () => {
  const page = reliabilityPage(FAULTS);
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});

it("each fault has an id of its own", () => {
  const ids = FAULTS.flatMap(({ faults }) => faults.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

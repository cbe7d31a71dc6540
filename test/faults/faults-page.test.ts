import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readCosts } from "./costs.js";
import { faultsPage } from "./faults-page.js";
import { FAULTS } from "./list.js";

const PAGE = new URL("README.md", import.meta.url);

it("test/faults/README.md shows the faults as the tests play them", () => {
  const costs = readCosts();
  const page = faultsPage(FAULTS, costs);
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});

it("each fault has an id of its own, and its memory and time", () => {
  const ids = FAULTS.flatMap(({ faults }) => faults.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const costs = readCosts();
  expect(new Set(Object.keys(costs))).toEqual(new Set(ids));
});

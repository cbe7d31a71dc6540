import { expect, it } from "vitest";
import { pageOf } from "../../src/serve/mcp/page.js";

it("keeps its notes and some rows in a result of many portfolios, and stays json", () => {
  const portfolios = Array.from({ length: 8 }, (_, at) => ({ at, totals: "x".repeat(2_000) }));
  const rows = Array.from({ length: 30 }, (_, at) => ({ at, why: "y".repeat(500) }));
  const text = pageOf({ head: { portfolios }, rows, notes: ["west could not be fetched"] });
  expect(text.length).toBeLessThanOrEqual(12_000);
  const page = JSON.parse(text);
  expect(page.notes).toEqual(["west could not be fetched"]);
  expect(page.portfolios.at(-1)).toBe("… and 6 more");
  expect(page.rows.length).toBeGreaterThan(5);
  expect(page.next_offset).toBe(page.rows.length);
});

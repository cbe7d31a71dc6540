import { expect, it } from "vitest";
import { fitColumns } from "../../src/output/table/fit.js";
import type { MeasuredColumn } from "../../src/output/table/sheet.js";
import { rulerFor } from "../../src/output/text/ruler.js";

const column = (key: string, width: number, priority: number): MeasuredColumn => ({
  key,
  header: key,
  kind: "percent",
  priority,
  narrowest: undefined,
  isWhole: false,
  isOptional: false,
  group: undefined,
  alignRight: true,
  cells: [],
  texts: [],
  width,
});

const ruler = await rulerFor([]);

/** Returns the keys of the columns that fit a width. */
const fitting = (columns: readonly MeasuredColumn[], limit: number) =>
  fitColumns(columns, { limit, ruler, ellipsis: "…" }).columns.map(({ key }) => key);

it("shows no standard error without its figure, and what has room instead", () => {
  const all = [column("name", 10, 0), column("run", 9, 2), column("run.se", 5, 3)];
  expect(fitting(all, 28)).toEqual(["name", "run", "run.se"]);
  expect(fitting(all, 23)).toEqual(["name", "run"]);
  expect(fitting(all, 17)).toEqual(["name"]);
  expect(fitting([...all, column("days", 5, 4)], 17)).toEqual(["name", "days"]);
  expect(fitting([column("name", 10, 0), column("run", 9, 3), column("run.se", 5, 1)], 17)).toEqual(
    ["name"],
  );
});

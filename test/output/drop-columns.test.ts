import { expect, it } from "vitest";
import { columnsThatFit } from "../../src/output/table/fit.js";
import type { MeasuredColumn } from "../../src/output/table/sheet.js";

const column = (key: string, width: number, priority: number): MeasuredColumn => ({
  ...{
    key,
    header: key,
    kind: "percent",
    priority,
    narrowest: undefined,
    isWhole: false,
    isOptional: false,
  },
  ...{ group: undefined, alignRight: true, cells: [], marks: [], texts: [], width },
});

/** Returns the keys of the columns that fit a width. */
const fitting = (columns: readonly MeasuredColumn[], limit: number) =>
  columnsThatFit(columns, (kept) => kept.reduce((sum, { width }) => sum + width, 0) <= limit).map(
    ({ key }) => key,
  );

it("shows no standard error without its figure, and what has room instead", () => {
  const all = [column("name", 10, 0), column("run", 9, 2), column("run.se", 5, 3)];
  expect(fitting(all, 24)).toEqual(["name", "run", "run.se"]);
  expect(fitting(all, 19)).toEqual(["name", "run"]);
  expect(fitting(all, 15)).toEqual(["name"]);
  expect(fitting([...all, column("days", 5, 4)], 15)).toEqual(["name", "days"]);
  expect(fitting([column("name", 10, 0), column("run", 9, 3), column("run.se", 5, 1)], 15)).toEqual(
    ["name"],
  );
});

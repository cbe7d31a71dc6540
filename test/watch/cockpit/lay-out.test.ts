import { describe, expect, it } from "vitest";
import { initialState } from "../../../src/watch/cockpit/cockpit-state.js";
import { layOut } from "../../../src/watch/cockpit/lay-out.js";
import type { ArrangedTable } from "../../../src/watch/cockpit/table.js";

const NAMES = ["a", "b", "c", "d", "e"];

/** Lays out a table of five rows, each drawn as some lines, on a screen with room for four lines of them. */
function picture(linesOf: (name: string) => readonly string[], at: number, between: string[] = []) {
  const rows = NAMES.map((name, index) => ({ row: { index, key: name, id: name } }));
  const table: ArrangedTable = {
    ...{ marks: [], dropped: [], shown: [], verdict: undefined, empty: "none" },
    ...{ headings: ["head"], count: rows.length, columns: [], arrange: () => rows, lines: rows },
    draw: (indices) =>
      indices.flatMap((index, n) => [
        ...(n > 0 ? between : []),
        ...linesOf(NAMES[index] as string),
      ]),
  };
  const cursor = { key: NAMES[at], id: NAMES[at], at };
  const { lines } = layOut({
    ...{ state: { ...initialState(), cursors: { now: cursor } }, top: [], table },
    ...{ sheet: undefined, log: () => [], messages: [], height: 6, scrolls: new Map() },
    keys: (seen) => seen,
    pointed: (text, isCursor) => (isCursor ? `>${text}` : text),
  });
  return lines;
}

describe("the cursor in a table whose rows have several lines", () => {
  const wrapped = (name: string) => (name === "b" || name === "e" ? [name, `${name}2`] : [name]);

  it("is on all lines of its row", () => {
    expect(picture(wrapped, 1)).toEqual(["head", "a", ">b", ">b2", "c", "1-3 of 5"]);
  });

  it("stays in view where rows above it take its place", () => {
    expect(picture(wrapped, 3)).toEqual(["head", "b", "b2", "c", ">d", "2-4 of 5"]);
    expect(picture(wrapped, 4)).toEqual(["head", "c", "d", ">e", ">e2", "3-5 of 5"]);
  });

  it("is on no empty line between two rows", () => {
    const pairs = (name: string) => [`${name} 1`];
    expect(picture(pairs, 1, [""])).toEqual(["head", "a 1", "", ">b 1", "", "1-2 of 5"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/output/formats/all-formats.js";
import { writeCsv } from "../../src/output/formats/csv.js";
import type { Pages } from "../../src/output/formats/format.js";
import type { Column } from "../../src/output/table/column.js";
import { memorySink, pagesOf } from "./memory-sink.js";

function columnsOf(...keys: string[]): Column<readonly unknown[]>[] {
  return keys.map((key, index) => ({
    key,
    header: `not in a file ${index}`,
    kind: "any",
    value: (row) => row[index],
  }));
}

const rowItself = (row: readonly unknown[]): (readonly unknown[])[] => [row];

const OPTIONS = {
  format: FORMATS.csv,
  columns: undefined,
  sort: undefined,
  wide: false,
  query: undefined,
  look: { width: undefined, color: false, unicode: true, now: 0, zone: "UTC" },
  hasMark: false,
};

async function write(
  pages: Pages<readonly unknown[]>,
  keys: readonly string[],
  sink: ReturnType<typeof memorySink>,
  rows = rowItself,
): Promise<void> {
  const columns = columnsOf(...keys);
  const view = { rows, columns, defaults: { table: keys, csv: keys }, empty: "" };
  await writeCsv(pages, view, OPTIONS, sink);
}

/** Returns the lines below the header. */
async function csvOf(rows: readonly unknown[][], columns = 1, terminal = false): Promise<string> {
  const sink = memorySink(terminal);
  const keys = Array.from({ length: columns }, (_, index) => `c${index}`);
  await write(pagesOf(rows), keys, sink);
  return sink.text().slice(`${keys.join(",")}\r\n`.length);
}

/** Parses RFC 4180, independently of the code under test. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    row.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
    if (field.lastIndex === text.length) return rows;
  }
  throw new Error(`not csv: ${JSON.stringify(text)}`);
}

/**
 * Returns the cells that a spreadsheet finds, which may use another separator: a quote counts only at
 * the start of a cell, and text after its end belongs to the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"?)?([^${separator}\\r\\n]*)(?:${separator}|\\r\\n?|\\n|$)`,
    "gy",
  );
  return [...text.matchAll(field)].map(
    ([, quoted = "", rest = ""]) => quoted.replaceAll('""', '"') + rest,
  );
}

/** Reports whether a cell is a number, alone or followed by a comma and text without a call. */
function startsPlain(cell: string, number: string): boolean {
  if (!cell.startsWith(number)) return false;
  const rest = cell.slice(number.length);
  return rest === "" || (rest.startsWith(",") && !/[(|!]/.test(rest.replace(/"[^"]*"?/g, "")));
}

describe("csv", () => {
  it("starts with the keys and writes once a page", async () => {
    const sink = memorySink();
    await write(pagesOf([["a", 1]], [["b", 2]]), ["id", "fees.paid"], sink);
    expect(sink.writes).toEqual(["id,fees.paid\r\na,1\r\n", "b,2\r\n"]);
  });

  it("is only the keys when the list is empty", async () => {
    const sink = memorySink();
    await write(pagesOf<unknown[]>(), ["id", "asset"], sink);
    expect(sink.text()).toBe("id,asset\r\n");
  });

  it("is empty if the first page fails", async () => {
    const sink = memorySink();
    const pages = pagesOf<unknown[]>(new Error("refused"));
    await expect(write(pages, ["id"], sink)).rejects.toThrow("refused");
    expect(sink.writes).toEqual([]);
  });

  it("has a row for each row of an item", async () => {
    const sink = memorySink();
    const rows = (row: readonly unknown[]) => [row, row];
    await write(pagesOf([["a"]]), ["id"], sink, rows);
    expect(sink.text()).toBe("id\r\na\r\na\r\n");
  });

  it.each([
    [1e-7, "0.0000001"],
    [1.5e21, "1500000000000000000000"],
    [-0, "0"],
    [-12.5, "-12.5"],
    [true, "true"],
    ["2026-01-02T08:00:00Z", "2026-01-02T08:00:00Z"],
    ["a b", "a b"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    [{ a: [1, "x"] }, '"{""a"":[1,""x""]}"'],
    [[1], "[1]"],
  ])("writes %j as %s", async (value, written) => {
    expect(await csvOf([[value]])).toBe(`${written}\r\n`);
  });

  it("leaves a cell without a value empty", async () => {
    expect(await csvOf([[null, undefined, 1]], 3)).toBe(",,1\r\n");
  });

  it("keeps a row of one empty cell from being an empty line", async () => {
    expect(await csvOf([[null]])).toBe('""\r\n');
  });

  it.each(["=1+1", "+cmd", "-2+3", "@sum", "\tx", "\rx", "＝1", "-", "+1 2"])(
    "keeps a spreadsheet from running %j",
    async (text) => {
      expect(parseCsv(await csvOf([[text]]))).toEqual([[`'${text}`]]);
    },
  );

  it.each([
    ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
    ["x\t=1", "x\t'=1"],
    ["x\r\n+1", "x\r\n'+1"],
    ["x\r@f", "x\r'@f"],
    ['x; "=1', "x; \"'=1"],
    ["x;＝1;－2", "x;'＝1;'－2"],
    ["x;-5", "x;'-5"],
    [' "=1"', ' "\'=1"'],
    ["\u00a0\u200b=1", "\u00a0\u200b'=1"],
    ["\t=1", "'\t'=1"],
    ["a=1; b=-2", "a=1; b=-2"],
    ['x\n"', "x\n\"'"],
  ])("keeps one that separates at ; or tabs from running %j", async (text, written) => {
    expect(parseCsv(await csvOf([[text]]))).toEqual([[written]]);
  });

  it.each(["2+cmd|'/C calc'!A0", "2+f(A1)"])(
    "keeps %s from being the end of a formula that a number begins where , is the decimal comma",
    async (text) => {
      expect(await csvOf([[-5, text]], 2)).toBe(`-5,"${text}"\r\n`);
    },
  );

  it.each([",", ";", "\t"])(
    "has no formula for a reader that separates at %j",
    async (separator) => {
      const text = fc.string({ unit: fc.constantFrom(..."=+-@＝＠;,\t\r\n \"'x1(|") });
      const number = fc.oneof(fc.integer(), fc.constantFrom("-0.5", "+7", "-1e9"));
      const row = fc.array(fc.oneof({ weight: 3, arbitrary: text }, number), {
        minLength: 3,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3 }), async (rows) => {
          const written = await csvOf(rows, 3);
          const begins = /^[\s"]*[=+\-@＝＋－＠]/;
          const formulas = cellsOf(written, separator).filter((cell) => begins.test(cell));
          // A number stays one; without "," as separator, its cell extends to the next separator.
          const numbers = rows.flat().filter((cell) => /^[-+]?[\d.e]+$/.test(String(cell)));
          const isNumber = (cell: string) =>
            numbers.some((it) =>
              separator === "," ? cell === `${it}` : startsPlain(cell, `${it}`),
            );
          expect(formulas.filter((cell) => !isNumber(cell))).toEqual([]);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it("takes no longer for a text of nothing but separators than for any other of its size", async () => {
    const started = performance.now();
    await csvOf([["\t".repeat(1_000_000)], ['x;"'.repeat(300_000)]]);
    expect(performance.now() - started).toBeLessThan(2_000); // 10 s and more if quadratic
  });

  it.each(["-0.0001", "+0.5", "-1e-7", "-.5"])("leaves the decimal text %s alone", async (text) => {
    expect(await csvOf([[text]])).toBe(`${text}\r\n`);
  });

  it("guards the keys like any other text", async () => {
    const sink = memorySink();
    await write(pagesOf<unknown[]>(), ["=evil()", "a,b"], sink);
    expect(sink.text()).toBe('"\'=evil()","a,b"\r\n');
  });

  it("makes control characters visible on a terminal only", async () => {
    expect(await csvOf([["a\u001b[2J"]], 1, true)).toBe("a\\x1b[2J\r\n");
    expect(await csvOf([["a\u001b[2J"]])).toBe("a\u001b[2J\r\n");
  });

  it("comes back from a reader as it went in", async () => {
    const text = fc
      .string({ unit: fc.constantFrom(..."ab,\"\r\n' ;\té日") })
      .filter((value) => !/^[\t\r\n]|[;\t\r\n][ "]*$/.test(value));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 }),
        async (rows) => {
          expect(parseCsv(await csvOf(rows, 3))).toEqual(rows);
        },
      ),
    );
  });
});

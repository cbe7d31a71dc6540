import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Column } from "../../src/output/table/column.js";
import { renderTable } from "../../src/output/table/table.js";
import type { Look } from "../../src/output/text/look.js";
import type { Kind } from "../../src/output/text/numbers.js";

const PIPE: Look = {
  width: undefined,
  color: false,
  unicode: true,
  now: 0,
  zone: "UTC",
};

type Row = Readonly<Record<string, unknown>>;

function column(key: string, kind: Kind, more: Partial<Column<Row>> = {}): Column<Row> {
  return { key, header: key, kind, value: (row) => row[key], ...more };
}

function linesOf(text: string): string[] {
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

async function draw(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { header = true, ...look }: Partial<Look> & { readonly header?: boolean } = {},
): Promise<string[]> {
  const lines = linesOf((await renderTable(rows, columns, { ...PIPE, ...look })).text);
  return header ? lines : lines.slice(1);
}

describe("a table", () => {
  it("has headings, and aligns texts left and numbers right", async () => {
    const rows = [
      { asset: "BTC", net: 1234.5 },
      { asset: "HYPE", net: -2 },
    ];
    expect(await draw(rows, [column("asset", "text"), column("net", "usd")])).toEqual([
      "asset       net",
      "BTC    1,234.50",
      "HYPE      -2.00",
    ]);
  });

  it("aligns decimal points where the decimals vary", async () => {
    const rows = [65432.1, 0.0000123, null, 12].map((price) => ({ price, quantity: price }));
    expect(await draw(rows, [column("price", "price"), column("quantity", "quantity")])).toEqual([
      "         price        quantity",
      "65,432.10       65,432.1",
      "     0.0000123       0.0000123",
      "             –               –",
      "    12.0000         12",
    ]);
  });

  it("uses ASCII alone where the terminal has no more", async () => {
    const rows = [{ a: null }, { a: "né – 🚀" }];
    const lines = await draw(rows, [column("a", "text")], { unicode: false });
    expect(lines).toEqual(["a", "-", "n\\xe9 - \\u{1f680}"]);
  });

  it("leaves out headings when they are not wanted", async () => {
    expect(await draw([{ a: "x" }], [column("a", "text")], { header: false })).toEqual(["x"]);
  });

  it("counts wide characters as the terminal does", async () => {
    const rows = ["日本", "🧑‍🚀", "क्षि", "각", "e\u0301", "abc"].map((a) => ({ a, b: 1 }));
    const lines = await draw(rows, [column("a", "text"), column("b", "integer")], {
      header: false,
    });
    expect(lines.map((line) => stringWidth(line))).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it("has the same columns from its first row to its last, however many it has", async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({ a: "x".repeat(1 + (n % 7)), n }));
    const lines = await draw(rows, [column("a", "text"), column("n", "integer")]);
    expect(lines).toHaveLength(121);
    expect(lines[120]).toBe("x        119");
    expect(lines.map((line) => line.length)).toEqual(Array(121).fill(12));
  });

  it("cuts a text of more than 4,000 characters, in a pipe too", async () => {
    const rows = [
      { a: "b", n: 1 },
      { a: "x".repeat(100_000), n: 2 },
    ];
    const lines = await draw(rows, [column("a", "text"), column("n", "integer")], {
      header: false,
    });
    expect(lines).toEqual([`b${" ".repeat(4_002)}1`, `${"x".repeat(4_000)}…  2`]);
  });

  it("wraps a text of any length in time that grows with it", async () => {
    const rows = Array.from({ length: 20 }, () => ({ a: "漢字 ".repeat(1_000) }));
    const lines = await draw(rows, [column("a", "prose")], { header: false, width: 40 });
    expect(lines).toHaveLength(20 * 125);
  });

  it("makes control characters in values and headings visible", async () => {
    const lines = await draw([{ "k\u001b": "v\n" }], [column("k\u001b", "text")]);
    expect(lines).toEqual(["k\\x1b", "v\\n"]);
  });

  it("aligns undescribed values right when all of them are numbers", async () => {
    const rows = [{ n: 1.5, m: 1 }, { n: 100, m: "x" }, { n: null }];
    expect(await draw(rows, [column("n", "any"), column("m", "any")], { header: false })).toEqual([
      "  1.5  1",
      "100    x",
      "    –  –",
    ]);
  });
});

describe("a table on a terminal", () => {
  const id = column("id", "id");
  it("drops the column of the highest priority number first and says so", async () => {
    const columns = [
      column("first", "text", { priority: 0 }),
      column("second", "text", { priority: 9 }),
      column("third", "text", { priority: 2 }),
      column("fourth", "text"),
    ];
    const row = Object.fromEntries(columns.map(({ key }) => [key, "123456789"]));
    const at = (width: number) => renderTable([row], columns, { ...PIPE, width });
    expect((await at(42)).dropped).toEqual([]);
    expect((await at(41)).dropped).toEqual(["second"]);
    expect((await at(31)).dropped).toEqual(["second"]);
    expect((await at(30)).dropped).toEqual(["second", "third"]);
    expect(linesOf((await at(30)).text)[0]).toBe("first      fourth");
  });

  it("takes a column back that has room after a wider one has gone", async () => {
    const columns = [
      column("kept", "text"),
      column("wide", "text", { priority: 1 }),
      column("small", "text", { priority: 2 }),
    ];
    const row = { kept: "123456789", wide: "x".repeat(20), small: "abcde" };
    const { text, dropped } = await renderTable([row], columns, { ...PIPE, width: 30 });
    expect(linesOf(text)[1]).toBe("123456789  abcde");
    expect(dropped).toEqual(["wide"]);
  });

  const wide = "x".repeat(30);

  it("drops texts, ids and times before any figure, whatever their priority", async () => {
    const columns = [
      column("asset", "text", { priority: 0 }),
      column("note", "text", { priority: 1 }),
      column("id", "id", { priority: 1 }),
      column("opened", "time", { priority: 1 }),
      column("price", "price", { priority: 9 }),
      column("net", "usd", { priority: 2 }),
    ];
    const row = { asset: "BTC", note: "hedged", id: "0b5d8a8e", opened: "soon", price: 1, net: 2 };
    const at = async (width: number) =>
      (await renderTable([row], columns, { ...PIPE, width })).dropped;
    expect(await at(44)).toEqual(["opened"]);
    expect(await at(27)).toEqual(["id", "opened"]);
    expect(await at(26)).toEqual(["note", "id", "opened"]);
    expect(await at(19)).toEqual(["note", "id", "opened"]);
    expect(await at(18)).toEqual(["note", "id", "opened", "price"]);
  });

  it("drops or keeps the columns of a group together", async () => {
    const columns = [
      column("net", "usd"),
      column("long", "price", { priority: 3, group: "prices" }),
      column("fees", "usd", { priority: 4 }),
      column("short", "price", { priority: 3, group: "prices" }),
    ];
    const row = { net: 1, long: 1, fees: 1, short: 1 };
    const at = async (width: number) =>
      (await renderTable([row], columns, { ...PIPE, width })).dropped;
    expect(await at(26)).toEqual([]);
    expect(await at(25)).toEqual(["fees"]);
    expect(await at(20)).toEqual(["fees"]);
    expect(await at(19)).toEqual(["long", "short"]);
  });

  it("cuts texts at 20 columns before it drops a figure, and no further than it must", async () => {
    const columns = [column("long", "text"), column("net", "usd", { priority: 1 })];
    const rows = [
      { long: wide, net: 1 },
      { long: "okx", net: 2 },
    ];
    const at = (width: number) => draw(rows, columns, { header: false, width });
    expect(await at(36)).toEqual([`${wide}  1.00`, `okx${" ".repeat(29)}2.00`]);
    expect((await at(35))[0]).toBe(`${"x".repeat(28)}…  1.00`);
    expect((await at(26))[0]).toBe(`${"x".repeat(19)}…  1.00`);
    expect(await at(25)).toEqual(["x".repeat(25), "x".repeat(5), "okx"]);
  });

  it("never cuts a sentence, nor a text of a table without figures", async () => {
    const net = column("net", "usd");
    const rows = [{ note: "paying over the last day", net: 1 }];
    const prose = await draw(rows, [column("note", "prose"), net], { header: false, width: 26 });
    expect(prose).toEqual(["paying over the last  1.00", "day"]);
    const texts = await draw(rows, [column("note", "text")], { header: false, width: 22 });
    expect(texts).toEqual(["paying over the last", "day"]);
  });

  it("breaks a sentence at 40 columns before it drops a figure, and no further than it must", async () => {
    const why = "out of balance by 5.78%: net long 209,496,686 PEPE";
    const columns = [column("note", "prose"), column("net", "usd", { priority: 2 })];
    const rows = [{ note: why, net: 1282.32 }];
    const at = (width: number) => draw(rows, columns, { header: false, width });
    expect(await at(60)).toEqual([`${why}  1,282.32`]);
    expect(await at(55)).toEqual([
      "out of balance by 5.78%: net long 209,496,686  1,282.32",
      "PEPE",
    ]);
    expect(await at(50)).toHaveLength(2);
    expect(await at(49)).toEqual([why.slice(0, 45), "PEPE"]);
  });

  it("shows no more columns than before where their set is to stay the same", async () => {
    const columns = ["a", "b", "c"].map((key) =>
      column(key, "usd", { priority: key === "a" ? 0 : 1 }),
    );
    const row = { a: 1, b: 2, c: 3 };
    const at = (width: number, steady: readonly string[]) =>
      renderTable([row], columns, { ...PIPE, width, steady });
    expect((await at(80, ["a", "c"])).shown).toEqual(["a", "c"]);
    expect((await at(80, ["a", "c"])).dropped).toEqual(["b"]);
    expect((await at(6, ["a", "c"])).shown).toEqual(["a"]);
  });

  it("leaves cells empty that a column wants to be", async () => {
    const net = column("net", "usd", { signed: true, blank: (row) => row.net === 2 });
    const lines = await draw([{ net: 1 }, { net: 2 }], [column("n", "any"), net], {
      header: false,
    });
    expect(lines).toEqual(["–  +1.00", "–"]);
  });

  it("wraps texts when no column is left to drop", async () => {
    const rows = [{ note: "hedged on two exchanges", net: 12 }];
    expect(await draw(rows, [column("note", "text"), column("net", "usd")], { width: 20 })).toEqual(
      ["note             net", "hedged on two  12.00", "exchanges"],
    );
  });

  it("shows each row as lines of heading and value when even that is too wide", async () => {
    const columns = ["a", "b", "c"].map((key) => column(key, "usd"));
    const rows = [
      { a: 1234567, b: -1, c: null },
      { a: 1, b: 2, c: 3 },
    ];
    const lines = await draw(rows, columns, { width: 20 });
    expect(lines).toEqual([
      "a  1,234,567.00",
      "b  -1.00",
      "c  –",
      "",
      "a  1.00",
      "b  2.00",
      "c  3.00",
    ]);
  });

  it("colours headings, what is missing and what a column says, and no sign of an amount", async () => {
    const rows = [{ net: 5 }, { net: -5 }, { net: 0.001 }, { net: null }];
    const columns = [column("net", "usd", { signed: true })];
    const danger = column("net", "usd", { signed: true, tone: () => "loss" });
    expect((await draw(rows, [danger], { color: true }))[1]).toBe("\u001b[31m+5.00\u001b[39m");
    expect(await draw(rows, columns, { color: true })).toEqual([
      "  \u001b[4mnet\u001b[24m",
      "+5.00",
      "-5.00",
      " 0.00",
      "    \u001b[2m–\u001b[22m",
    ]);
  });

  it("shows a change without colours by an arrow before the figure, and takes no room for it", async () => {
    const rows = [
      { net: 100, why: "it costs more than it brings" },
      { net: -5, why: "" },
    ];
    const columns = [column("why", "prose"), column("net", "usd")];
    const changed = await renderTable(rows, columns, {
      ...PIPE,
      width: 28,
      emphasis: (row, { key }) =>
        key === "net" ? (row.net === 100 ? "risen" : "fallen") : undefined,
    });
    expect(linesOf(stripVTControlCharacters(changed.text))).toEqual([
      "why                      net",
      "it costs more than   ↑100.00",
      "it brings",
      "                      ↓-5.00",
    ]);
  });

  it("differs from a plain table in nothing but colour", async () => {
    const rows = [1, -2, null, 3000].map((net) => ({ net, note: "a note to be wrapped", id: "x" }));
    const columns = [column("net", "usd", { signed: true }), column("note", "text"), id];
    const { text: plain } = await renderTable(rows, columns, { ...PIPE, width: 30 });
    const look = { ...PIPE, width: 30, color: true };
    const { text: colored } = await renderTable(rows, columns, look);
    expect(colored).not.toBe(plain);
    expect(stripVTControlCharacters(colored)).toBe(plain);
  });
});

describe("any table", () => {
  const kinds: readonly Kind[] = ["text", "any", "id", "usd", "price", "rate", "time", "quantity"];
  const wild = fc.string({
    unit: fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        "日",
        "👩‍👩‍👧",
        "🇩🇪",
        "\u001b[31m",
        "e\u0301",
        "ᄀ",
        "각",
        "ｶﾞ",
        "นำ",
        " ",
        "x",
        "\u202e",
      ),
    ),
    maxLength: 60,
  });
  const value = fc.oneof(wild, fc.double({ noNaN: true }), fc.constant(null), fc.boolean());
  const tables = fc.record({
    kinds: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }),
    priorities: fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
    headers: fc.array(wild, { minLength: 8, maxLength: 8 }),
    rows: fc.array(fc.array(value, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
    width: fc.integer({ min: 20, max: 120 }),
    color: fc.boolean(),
  });

  it("has no line that is wider than the terminal or ends in a space", async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ kinds, priorities, headers, rows, width, color }) => {
        const columns = kinds.map(
          (kind, index): Column<readonly unknown[]> => ({
            key: `c${index}`,
            header: headers[index] ?? "",
            kind,
            priority: priorities[index] ?? 0,
            signed: true,
            value: (row) => row[index],
          }),
        );
        const { text } = await renderTable(rows, columns, { ...PIPE, width, color });
        for (const line of linesOf(stripVTControlCharacters(text))) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/ $/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

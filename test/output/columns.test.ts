import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSort, UnknownColumnError } from "../../src/output/formats/format.js";
import { chooseColumns, findColumn, sortByColumn } from "../../src/output/table/choose-columns.js";
import type { View } from "../../src/output/table/column.js";

const view: View<object> = {
  rows: (item) => [item],
  columns: ["asset", "status", "performance.net_pnl", "performance.apr", "opened_at"].map(
    (key) => ({
      key,
      header: key,
      kind: "text",
      value: () => key,
    }),
  ),
  defaults: { table: ["asset", "performance.apr"], csv: ["asset", "status"] },
  empty: "Nothing.",
};

function keysOf(keys: readonly string[] | undefined, format: "table" | "csv"): string[] {
  return chooseColumns(view, keys, format).map(({ key }) => key);
}

function refusal(key: string): UnknownColumnError {
  try {
    chooseColumns(view, ["asset", key], "table");
  } catch (error) {
    if (error instanceof UnknownColumnError) return error;
  }
  throw new Error("the column was found");
}

describe("the columns shown", () => {
  it("are the defaults of the format unless others are asked for", () => {
    expect(keysOf(undefined, "table")).toEqual(["asset", "performance.apr"]);
    expect(keysOf(undefined, "csv")).toEqual(["asset", "status"]);
    expect(keysOf(["status", "asset"], "csv")).toEqual(["status", "asset"]);
  });

  it("are refused when one is unknown, with those that there are", () => {
    const error = refusal("colour");
    expect(error.column).toBe("colour");
    expect(error.known).toEqual(view.columns.map(({ key }) => key));
    expect(error.nearest).toBeUndefined();
  });

  it.each([
    ["aset", "asset"],
    ["Status", "status"],
    ["net_pln", "performance.net_pnl"],
    ["apr:DESC", "performance.apr:asc or performance.apr:desc"],
    ["performance.netpnl", "performance.net_pnl"],
    ["open_at", "opened_at"],
  ])("suggest for %s that %s was probably meant", (asked, meant) => {
    expect(refusal(asked).nearest).toBe(meant);
  });

  it.each([
    ["net_pnl", "performance.net_pnl"],
    ["profit (usd)", "performance.net_pnl"],
  ])("may be named %s for %s", (name, key) => {
    const [asset, status, netPnl, ...others] = view.columns;
    if (netPnl === undefined) throw new Error("no column");
    const columns = [asset, status, { ...netPnl, header: "Profit (USD)" }, ...others].filter(
      (it) => it !== undefined,
    );
    expect(findColumn({ columns }, name, "--sort").key).toBe(key);
  });

  it("name the option that asked for an unknown one", () => {
    expect(() => findColumn(view, "x", "--sort")).toThrow('--sort: there is no column "x"');
  });
});

describe("an order asked for", () => {
  it.each([
    ["apr", { key: "apr", descending: false }],
    ["apr:asc", { key: "apr", descending: false }],
    ["performance.apr:desc", { key: "performance.apr", descending: true }],
    ["apr:down", { key: "apr:down", descending: false }],
  ])("of %s is %j", (text, sort) => {
    expect(parseSort(text)).toEqual(sort);
  });
});

describe("sorting", () => {
  /** Sorts items by their `key`. */
  const byKey = <T extends { readonly key: unknown }>(items: readonly T[], descending: boolean) => {
    const column = { key: "key", header: "key", kind: "text", value: (it: T) => it.key } as const;
    const rows = { columns: [column], rows: (it: T) => [it] };
    return sortByColumn(items, (it) => it, rows, { key: "key", descending }).items;
  };
  const sorted = (values: readonly unknown[], descending = false) =>
    byKey(
      values.map((key) => ({ key })),
      descending,
    ).map(({ key }) => key);

  it("orders numbers and decimal texts by size", () => {
    expect(sorted(["10", 9, "-0.0001", 1e-7, "1e3"])).toEqual(["-0.0001", 1e-7, 9, "10", "1e3"]);
    expect(sorted(["1.00000000000000000002", "1.00000000000000000001"])).toEqual([
      "1.00000000000000000001",
      "1.00000000000000000002",
    ]);
  });

  it("orders texts and times by code unit", () => {
    expect(sorted(["b", "Z", "a", "é"])).toEqual(["Z", "a", "b", "é"]);
    expect(sorted(["2026-01-10T00:00:00Z", "2026-01-02T00:00:00Z"])).toEqual([
      "2026-01-02T00:00:00Z",
      "2026-01-10T00:00:00Z",
    ]);
  });

  it("orders times by their instant, whatever their offset and fraction", () => {
    const times = [
      "2026-01-02T00:00:00.5Z",
      "2026-01-02T01:00:00+02:00",
      "2026-01-02T00:00:00Z",
      "2026-01-02T00:00:00.000002Z",
    ];
    const column = { key: "at", header: "at", kind: "time", value: (it: string) => it } as const;
    const rows = { columns: [column], rows: (it: string) => [it] };
    const sort = { key: "at", descending: false };
    const order = [times[1], times[2], times[3], times[0]];
    expect(sortByColumn(times, (it) => it, rows, sort).items).toEqual(order);
  });

  it.each([false, true])("puts what has no value last (descending: %s)", (descending) => {
    const values = [null, 2, undefined, 1, Number.NaN, "x"];
    expect(sorted(values, descending).slice(3)).toEqual([null, undefined, Number.NaN]);
  });

  it.each([false, true])("keeps equal ones as they came (descending: %s)", (descending) => {
    const items = [1, 0, 1, 0, 1].map((key, at) => ({ key, at }));
    const order = byKey(items, descending).map(({ at }) => at);
    expect(order).toEqual(descending ? [0, 2, 4, 1, 3] : [1, 3, 0, 2, 4]);
  });

  it("leaves the items it was given alone, and loses none", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.double(), fc.constant(null))), (values) => {
        const before = [...values];
        const after = sorted(values);
        expect(values).toEqual(before);
        expect(sorted(after)).toEqual(after);
        expect(after.map(String).sort()).toEqual(before.map(String).sort());
      }),
    );
  });
});

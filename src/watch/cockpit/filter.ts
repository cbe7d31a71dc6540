import type { PositionOf } from "../../figures/subjects.js";

/** What is known of the position of a row. */
export interface Known {
  readonly handle: string;
  /** Codes and texts of the reasons why it needs attention. */
  readonly reasons: readonly string[];
}

type Test = (row: PositionOf, known: Known) => boolean;

/**
 * Returns the test of a typed filter: words that all match, each the beginning of an asset (`asset:BTC`) or
 * of an exchange (`exchange:okx`), a part of a reason (`reason:losing`), or a part of any of these, of a
 * symbol, or of the name or id of the position.
 */
export function filterOf(text: string): Test {
  const words = text
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  const tests = words.map(testOf);
  return (row, known) => tests.every((test) => test(row, known));
}

function testOf(word: string): Test {
  const [, name, wanted = ""] = /^(asset|exchange|reason):(.*)$/.exec(word) ?? [];
  const begins = (value: string) => value.toLowerCase().startsWith(wanted);
  const has = (values: readonly string[], part: string) =>
    values.some((it) => it.toLowerCase().includes(part));
  if (name === "asset") return ({ record }) => begins(record.asset);
  if (name === "exchange") return (row) => exchangesOf(row).some(begins);
  if (name === "reason") return (_, { reasons }) => has(reasons, wanted);
  return (row, { handle, reasons }) => {
    const symbols = row.record.legs.map(({ symbol }) => symbol);
    const { position_id: id } = row.record;
    return has([handle, id, ...exchangesOf(row), ...symbols, ...reasons], word);
  };
}

function exchangesOf({ record }: PositionOf): string[] {
  return record.legs.map(({ exchange }) => exchange);
}

import { isDecimalText } from "../../base/decimal-text.js";
import type { DataName } from "../names.js";
import { monthOf } from "../names.js";
import { type Batch, compareValues, type Values } from "../parquet/batch.js";
import { openTableFile } from "../parquet/read.js";
import type { Table } from "../tables.js";

/** Decimals that databases hold exactly as DECIMAL(38,18). */
const MOST_DECIMALS = 18;
const MOST_DIGITS = 38;

/** Columns with decimals, by table. */
const DECIMALS: Readonly<Record<string, readonly string[]>> = {
  funding: ["funding_rate", "mark_price"],
  positions: [
    "funding_pnl",
    "fees_paid",
    "fees_estimated_exit",
    "spread_realized",
    "spread_unrealized",
    "net_pnl",
    "duration_days",
    "apr",
    "gross_notional",
  ],
  legs: ["leverage", "quantity", "open_price", "mark_price"],
};

/** What a file was found to be. */
export interface CheckedFile {
  readonly rows: number;
  /** Sentences about what is wrong; none when all is well. */
  readonly faults: readonly string[];
  /** Decimals that DECIMAL(38,18) would round. */
  readonly longDecimals: number;
}

/**
 * Reads every value of a file: types, order, month, times of recording and decimals.
 * @throws {ArchiveError} when it is damaged or foreign
 */
export async function checkFile(
  table: Table,
  name: string,
  { month, recorded }: DataName,
  bytes: Uint8Array,
): Promise<CheckedFile> {
  const file = await openTableFile(table, name, bytes);
  const faults = new Set<string>();
  let rows = 0;
  let longDecimals = 0;
  let newest = 0;
  let last: Values[number][] = [];
  for await (const batch of file.batches()) {
    rows += batch.length;
    for (let index = 0; index < batch.length; index++) {
      const keys = table.sort.map((column) => valueAt(batch, column, index));
      if (isBefore(keys, last)) faults.add("its rows are not in order");
      last = keys;
      if (monthOf(Number(valueAt(batch, table.month, index))) !== month) {
        faults.add("it has rows of another month");
      }
      newest = Math.max(newest, Number(valueAt(batch, table.recorded, index)));
      for (const column of DECIMALS[table.name] ?? []) {
        const text = valueAt(batch, column, index);
        if (text === null) continue;
        if (!isDecimalText(String(text))) faults.add(`a value of ${column} is no decimal`);
        else if (isLong(String(text))) longDecimals++;
      }
    }
  }
  if (rows !== file.length) faults.add(`it has ${rows} rows and announces ${file.length}`);
  if (newest > recorded) faults.add("it has rows that are newer than its name says");
  return { rows, faults: [...faults], longDecimals };
}

function valueAt(batch: Batch, column: string, index: number): Values[number] {
  return (batch.columns[column] as Values | undefined)?.[index] ?? null;
}

function isBefore(keys: readonly Values[number][], last: readonly Values[number][]): boolean {
  if (last.length === 0) return false;
  for (const [place, key] of keys.entries()) {
    const order = compareValues(key, last[place] ?? null);
    if (order !== 0) return order < 0;
  }
  return false;
}

/** Reports whether a decimal has digits beyond DECIMAL(38,18), zeros at the end left out. */
function isLong(text: string): boolean {
  const [, whole = "", part = "", power = "0"] =
    /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const decimals = part.replace(/0+$/, "").length - Number(power);
  const digits = whole.replace(/^0+/, "").length + Number(power);
  return decimals > MOST_DECIMALS || digits > MOST_DIGITS - MOST_DECIMALS;
}

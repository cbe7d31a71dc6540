import { type DataName, monthOf } from "../../src/archive/names.js";
import { compareRows, rowAt } from "../../src/archive/parquet/batch.js";
import { openTableFile } from "../../src/archive/parquet/read.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import type { CheckedFile } from "../../src/archive/verify/check-file.js";
import { isDecimalText } from "../../src/base/decimal-text.js";

/** Checks a file of settled funding row by row: the plain way, for comparison. */
export async function checkedByRow(
  name: string,
  { month, recorded }: DataName,
  bytes: Uint8Array,
): Promise<Omit<CheckedFile, "least">> {
  const file = await openTableFile(FUNDING, name, bytes);
  const rows: FundingRow[] = [];
  for await (const batch of file.batches()) {
    for (let at = 0; at < batch.length; at++) rows.push(rowAt(FUNDING, batch, at));
  }
  const faults = new Set<string>();
  let longDecimals = 0;
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    if (above !== undefined && compareRows(FUNDING, row, above) < 0) {
      faults.add("its rows are not in order");
    }
    if (monthOf(row.funding_time) !== month) faults.add("it has rows of another month");
    for (const column of ["funding_rate", "mark_price"] as const) {
      const text = row[column];
      if (text === null) continue;
      if (!isDecimalText(text)) faults.add(`a value of ${column} is no decimal`);
      else if (isLong(text)) longDecimals++;
    }
  }
  if (rows.some((row) => row.seen_at > recorded)) {
    faults.add("it has rows that are newer than its name says");
  }
  return { rows: rows.length, faults: [...faults], longDecimals };
}

/** Reports whether 38 digits, 18 of them behind the point, are too few for a decimal. */
function isLong(text: string): boolean {
  const [digits = "", power = "0"] = text.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", part = ""] = digits.split(".");
  const decimals = part.replace(/0+$/, "").length - Number(power);
  return decimals > 18 || whole.replace(/^0+/, "").length + Number(power) > 20;
}

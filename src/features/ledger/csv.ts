import type { Column, View } from "../../output/table/column.js";
import { HLEDGER_ACCOUNTS, type Posting, postingsOf } from "./accounts.js";
import { describeEntry, type LedgerRow } from "./texts.js";

interface PostingRow extends Posting {
  readonly row: LedgerRow;
}

const text = (key: string, value: (posting: PostingRow) => string): Column<PostingRow> => ({
  ...{ key, header: key, kind: "text", value },
});

const columns: readonly Column<PostingRow>[] = [
  text("id", ({ row }) => row.id),
  text("date", ({ row }) => row.day),
  text("status", ({ row }) => row.status),
  text("description", ({ row }) => `${row.asset} ${describeEntry(row)}`),
  text("account", ({ account }) => account),
  { key: "amount", header: "amount", kind: "usd", value: ({ amount }) => amount.toFixed(2) },
  text("currency", () => "USD"),
  text("position_id", ({ row }) => row.positionId),
  text("asset", ({ row }) => row.asset),
  text("exchanges", ({ row }) => row.exchanges),
  text("component", ({ row }) => row.component),
  text("source", ({ row }) => row.source),
];
const keys = columns.map(({ key }) => key);

/** View of a ledger as a row for each posting, of which the two of an id balance. */
export function postingsView(): View<LedgerRow, PostingRow> {
  return {
    rows: (row) => postingsOf(row, HLEDGER_ACCOUNTS).map((posting) => ({ ...posting, row })),
    columns,
    defaults: { table: keys, csv: keys },
    empty: "Nothing is posted.",
  };
}

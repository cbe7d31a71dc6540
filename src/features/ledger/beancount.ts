import { visible } from "../../base/safe-text.js";
import { BEANCOUNT_ACCOUNTS, postingsOf } from "./accounts.js";
import { describeEntry, type LedgerRow, markOf } from "./texts.js";

/** The beginning of a ledger of beancount. */
export const BEANCOUNT_BEGIN = [
  ";; Positions of carry: a transaction for each position, component and UTC day, in USD.",
  ";; The metadata id is the same in each run. ! marks what belongs to an open position.",
  "",
  "",
].join("\n");

/** Creates a writer of transactions for beancount; it opens each account once. */
export function beancountWriter(): (row: LedgerRow) => string {
  const opened = new Set<string>();
  return (row) => {
    const postings = postingsOf(row, BEANCOUNT_ACCOUNTS);
    const fresh = postings.map(({ account }) => account).filter((it) => !opened.has(it));
    for (const account of fresh) opened.add(account);
    const payee = quoted(`${row.asset} ${row.exchanges}`);
    return [
      ...fresh.map((account) => `${row.day} open ${account} USD`),
      `${row.day} ${markOf(row)} ${payee} ${quoted(describeEntry(row))}`,
      ...Object.entries(metadataOf(row)).map(([key, value]) => `  ${key}: ${quoted(value)}`),
      ...postings.map(({ account, amount }) => `  ${account}  ${amount.toFixed(2)} USD`),
      "",
      "",
    ].join("\n");
  };
}

function metadataOf(row: LedgerRow): Readonly<Record<string, string>> {
  const { id, positionId, asset, exchanges, leg, component, source } = row;
  return {
    id,
    position: positionId,
    ...{ asset, exchanges },
    ...(leg !== undefined && { leg: `${leg.side} ${leg.exchange} ${leg.symbol}` }),
    ...{ component, source },
  };
}

/** Returns a text as a string of beancount, on one line. */
function quoted(text: string): string {
  return `"${visible(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

import { lastingHandle } from "../../base/names/handle.js";
import { visibleWithout } from "../../base/safe-text.js";
import { HLEDGER_ACCOUNTS, postingsOf } from "./accounts.js";
import { describeEntry, type LedgerRow, markOf } from "./texts.js";

/** Tags of a transaction, declared for `ledger --pedantic`. */
const TAGS = ["id", "position", "asset", "exchanges", "leg", "component", "source"] as const;

/** The beginning of a journal. */
export const HLEDGER_BEGIN = [
  "; Positions of carry: a transaction for each position, component and UTC day, in USD.",
  "; The tag id is the same in each run. ! marks what belongs to an open position.",
  "commodity USD",
  "  format 1000.00 USD",
  ...TAGS.map((tag) => `tag ${tag}`),
  "",
].join("\n");

/** Creates a writer of transactions for hledger and Ledger; it declares each account once. */
export function hledgerWriter(): (row: LedgerRow) => string {
  const declared = new Set<string>();
  return (row) => {
    const postings = postingsOf(row, HLEDGER_ACCOUNTS);
    const fresh = postings.map(({ account }) => account).filter((it) => !declared.has(it));
    for (const account of fresh) declared.add(account);
    const what = `${safe(lastingHandle({ ...row, position_id: row.positionId }))} ${describeEntry(row)}`;
    return [
      ...fresh.map((account) => `account ${account}`),
      `${row.day} ${markOf(row)} ${what}`,
      ...Object.entries(tagsOf(row)).map(([tag, value]) => `    ; ${tag}: ${value}`),
      ...postings.map(({ account, amount }) => `    ${account}  ${amount.toFixed(2)} USD`),
      "",
      "",
    ].join("\n");
  };
}

function tagsOf(row: LedgerRow): Partial<Record<(typeof TAGS)[number], string>> {
  const { id, positionId, asset, exchanges, leg, component, source } = row;
  return {
    id,
    position: positionId,
    asset: safe(asset),
    exchanges: safe(exchanges),
    ...(leg !== undefined && { leg: safe(`${leg.side} ${leg.exchange} ${leg.symbol}`) }),
    ...{ component, source },
  };
}

/* What begins a comment, ends a tag, or is read as a payee, a code, a date, a mark or an expression. */
const MEANINGFUL = /[;,|()[\]:=*!"]/g;

/** Returns a text that is only text in a journal, on one line. */
function safe(text: string): string {
  return visibleWithout(text, MEANINGFUL);
}

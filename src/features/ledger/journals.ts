import { lastingHandle } from "../../base/names/handle.js";
import { visible, visibleWithout } from "../../base/safe-text.js";
import { type AccountStyle, BEANCOUNT_ACCOUNTS, HLEDGER_ACCOUNTS, postingsOf } from "./accounts.js";
import { describeEntry, type LedgerRow, markOf } from "./texts.js";

interface JournalStyle {
  readonly begin: readonly string[];
  readonly accounts: AccountStyle;
  readonly declaration: (account: string, day: string) => string;
  /** What stands after the day and the mark. */
  readonly title: (row: LedgerRow) => string;
  readonly tag: (name: string, value: string) => string;
  readonly indent: string;
}

/** Tags of a transaction, declared for `ledger --pedantic`. */
const TAGS = ["id", "position", "asset", "exchanges", "leg", "component", "source"] as const;

const STYLES = {
  hledger: {
    begin: [
      "; Positions of carry: a transaction for each position, component and UTC day, in USD.",
      "; The tag id is the same in each run. ! marks what belongs to an open position.",
      "commodity USD",
      "  format 1000.00 USD",
      ...TAGS.map((tag) => `tag ${tag}`),
    ],
    accounts: HLEDGER_ACCOUNTS,
    declaration: (account) => `account ${account}`,
    title: (row) =>
      `${safe(lastingHandle({ ...row, position_id: row.positionId }))} ${describeEntry(row)}`,
    tag: (name, value) => `    ; ${name}: ${safe(value)}`,
    indent: "    ",
  },
  beancount: {
    begin: [
      ";; Positions of carry: a transaction for each position, component and UTC day, in USD.",
      ";; The metadata id is the same in each run. ! marks what belongs to an open position.",
      "",
    ],
    accounts: BEANCOUNT_ACCOUNTS,
    declaration: (account, day) => `${day} open ${account} USD`,
    title: (row) => `${quoted(`${row.asset} ${row.exchanges}`)} ${quoted(describeEntry(row))}`,
    tag: (name, value) => `  ${name}: ${quoted(value)}`,
    indent: "  ",
  },
} as const satisfies Readonly<Record<string, JournalStyle>>;

/** Creates a journal for a program, with the text of each transaction; it declares each account once. */
export function createJournal(program: keyof typeof STYLES) {
  const { begin, accounts, declaration, title, tag, indent }: JournalStyle = STYLES[program];
  const declared = new Set<string>();
  const write = (row: LedgerRow): string => {
    const postings = postingsOf(row, accounts);
    const fresh = postings.map(({ account }) => account).filter((it) => !declared.has(it));
    for (const account of fresh) declared.add(account);
    return [
      ...fresh.map((account) => declaration(account, row.day)),
      `${row.day} ${markOf(row)} ${title(row)}`,
      ...Object.entries(tagsOf(row)).map(([name, value]) => tag(name, value)),
      ...postings.map(({ account, amount }) => `${indent}${account}  ${amount.toFixed(2)} USD`),
      "",
      "",
    ].join("\n");
  };
  return { begin: `${begin.join("\n")}\n`, write };
}

function tagsOf(row: LedgerRow): Partial<Record<(typeof TAGS)[number], string>> {
  const { id, positionId, asset, exchanges, leg, component, source } = row;
  return {
    id,
    position: positionId,
    ...{ asset, exchanges },
    ...(leg !== undefined && { leg: `${leg.side} ${leg.exchange} ${leg.symbol}` }),
    ...{ component, source },
  };
}

/* What begins a comment, ends a tag, or is read as a payee, a code, a date, a mark or an expression. */
const MEANINGFUL = /[;,|()[\]:=*!"]/g;

/** Returns a text that is only text in a journal of hledger, on one line. */
function safe(text: string): string {
  return visibleWithout(text, MEANINGFUL);
}

/** Returns a text as a string of beancount, on one line. */
function quoted(text: string): string {
  return `"${visible(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

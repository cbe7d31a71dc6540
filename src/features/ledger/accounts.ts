import { createHash } from "node:crypto";
import type { Big } from "big.js";
import type { LedgerComponent } from "./components.js";
import type { LedgerEntry } from "./entry.js";

/** One of the two postings of an entry. */
export interface Posting {
  readonly account: string;
  /** USD, whole cents. */
  readonly amount: Big;
}

/** How a program writes the names of accounts. */
export interface AccountStyle {
  /** Returns a word of carry's own. */
  readonly word: (text: string) => string;
  /** Matches texts of the service that can be a part of a name as they are. */
  readonly valid: RegExp;
  /** Matches what is replaced by a dash in the others. */
  readonly invalid: RegExp;
  /** Returns the rest as a valid part. */
  readonly begun: (text: string) => string;
}

/** hledger and Ledger: letters and digits of any script. */
export const HLEDGER_ACCOUNTS: AccountStyle = {
  word: (text) => text,
  valid: /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u,
  invalid: /[^\p{L}\p{N}._-]+/gu,
  begun: (text) => text,
};

/** beancount: letters and digits of ASCII, beginning with a capital or a digit. */
export const BEANCOUNT_ACCOUNTS: AccountStyle = {
  word: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  valid: /^[A-Z0-9][A-Za-z0-9-]{0,39}$/,
  invalid: /[^A-Za-z0-9-]+/g,
  begun: (text) => text.charAt(0).toUpperCase() + text.slice(1),
};

const OTHER_SIDE: Readonly<Record<LedgerComponent, readonly [kind: string, name: string]>> = {
  funding_pnl: ["income", "funding"],
  fees_paid: ["expenses", "fees"],
  spread_realized: ["income", "realized"],
};

/** Length of the prefix of a position id in an account: 48 bits, also a prefix for `positions get`. */
const ID_LENGTH = 13;

/** Returns the postings of an entry, that of the position first; the other one balances it. */
export function postingsOf(entry: LedgerEntry, style: AccountStyle): [Posting, Posting] {
  const { word } = style;
  const { component, source, asset, positionId, leg } = entry;
  const amount = component === "fees_paid" ? entry.amount.neg() : entry.amount;
  const part = (text: string) => partOf(text, style);
  const own = [part(asset), part(word(positionId.slice(0, ID_LENGTH)))];
  const ofLeg = leg === undefined ? [] : [part(`${word(leg.side)}-${leg.exchange}-${leg.symbol}`)];
  const [kind, name] = OTHER_SIDE[component];
  const other =
    source === "opening"
      ? ["equity", "carry", "opening"].map(word)
      : [...[kind, "carry", name].map(word), part(asset)];
  return [
    { account: [word("assets"), word("carry"), ...own, ...ofLeg].join(":"), amount },
    { account: other.join(":"), amount: amount.neg() },
  ];
}

/** Returns a text as a part of an account; a changed one gets a digest, so that no two share an account. */
function partOf(text: string, { valid, invalid, begun }: AccountStyle): string {
  if (valid.test(text)) return text;
  const rest = text
    .replace(invalid, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, 32);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return begun(rest === "" ? `x-${digest}` : `${rest}-${digest}`);
}

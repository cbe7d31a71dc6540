/** Programs and files that a ledger can be written for. */
export const LEDGER_STYLES = ["hledger", "beancount", "csv"] as const;
export type LedgerStyle = (typeof LEDGER_STYLES)[number];

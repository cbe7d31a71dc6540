import { timeText } from "../../output/text/format.js";
import type { LedgerComponent } from "./components.js";
import type { LedgerEntry } from "./entry.js";

/** An entry with what it is posted as. */
export interface LedgerRow extends LedgerEntry {
  readonly portfolio?: string | null;
  readonly portfolio_id: string | null;
  /** Exchanges of the long and the short legs: `binance/bybit`. */
  readonly exchanges: string;
  /** Status of the position as of the last day of the ledger. */
  readonly status: "open" | "closed";
}

/** What a component is called. */
export const COMPONENT_NAMES: Readonly<Record<LedgerComponent, string>> = {
  funding_pnl: "funding",
  fees_paid: "fees paid",
  spread_realized: "realized",
};

/** Returns the mark of a posting: `!` while its position is open. */
export function markOf({ status }: LedgerRow): "!" | "*" {
  return status === "open" ? "!" : "*";
}

/** Describes an entry: `funding`, `fees paid before 2026-05-22 12:00Z`, `funding so far`. */
export function describeEntry(entry: LedgerEntry): string {
  const { component, source, name, day, asOf, leg } = entry;
  const what = COMPONENT_NAMES[component];
  switch (source) {
    case "opening":
      return `${what} before ${timeText(asOf)}`;
    case "total":
      return `${what} so far`;
    case "events":
      return `${what} of the ${leg?.side ?? ""} leg, computed from settled events`;
    case "snapshots":
      return name === day ? what : `${what} of ${name}`;
  }
}

import type { Measure } from "../../../analytics/measure.js";
import type { Figure } from "../../../base/decimal.js";

/** A leg of a position, or a side of a pair. */
export interface AuditLeg {
  readonly side: string;
  readonly exchange?: string | undefined;
  readonly market_id: number | null;
}

/** What a figure is made of: an event of a leg, or a value by its name. */
export interface AuditInput {
  readonly input: string;
  readonly leg?: AuditLeg | undefined;
  /** Milliseconds since the epoch. */
  readonly time?: number | undefined;
  /** Decimals of the service; null where it sent none. */
  readonly rate?: string | null | undefined;
  readonly mark?: string | null | undefined;
  readonly quantity?: Figure | undefined;
  /** Funding of the event, USD or for a pair a fraction of the notional; or the value. */
  readonly amount: Figure;
  /** False for an event that is in no sum, since its period has a gap. */
  readonly inSum: boolean;
}

/** One calculation on the way to the value. */
export interface AuditStep {
  readonly step: string;
  readonly formula: string;
  /** A text where it is not a number. */
  readonly value: Figure | number | string;
}

/** A figure with everything that it is computed from. */
export interface Audit {
  readonly inputs: readonly AuditInput[];
  readonly steps: readonly AuditStep[];
  readonly value: Measure;
}

/** Returns a value by its name as an input. */
export function given(input: string, amount: Figure, leg?: AuditInput["leg"]): AuditInput {
  return { input, amount, leg, inSum: true };
}

/** Returns one calculation on the way to a value. */
export function step<V extends AuditStep["value"]>(name: string, formula: string, value: V) {
  return { step: name, formula, value };
}

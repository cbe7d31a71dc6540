/** What a rule says about a position, or about the portfolio. */
export type Verdict =
  /** The problem is there. */
  | "failed"
  | "passed"
  /** A figure that the rule needs is unknown. */
  | "unknown";

/** What one rule finds for one position in one round. */
export interface Finding {
  readonly rule: string;
  /** Empty for a rule about the whole portfolio. */
  readonly positionId: string;
  /** Empty for a rule about the whole portfolio. */
  readonly asset: string;
  readonly verdict: Verdict;
  /** What is wrong and by how much, for people; not yet made safe. Only read while it fails. */
  readonly summary: string;
  /** Severity of the rule, if it has one. */
  readonly severity?: string | undefined;
  /** Whether it is a cause of status by its own name, whose summary says all without the name. */
  readonly isCause?: boolean | undefined;
}

/** Findings of one round, which is complete except for portfolios; a failed round has none. */
export interface Findings {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** One for each rule and position. What has none is gone: closed, not listed, or a removed rule. */
  readonly findings: readonly Finding[];
  /** Returns the milliseconds for which a problem has to last before there is an alert. */
  readonly forMsOf: (rule: string) => number;
  /** Whether a portfolio could not be listed: missing findings, and those about all, are then unknown. */
  readonly isPart?: boolean;
}

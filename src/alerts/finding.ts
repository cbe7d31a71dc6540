/** What a rule says about a position, or about the portfolio. */
export type Verdict =
  /** The problem is there. */
  | "failed"
  | "passed"
  /** A figure that the rule names is not known, which is neither of the two. */
  | "unknown";

/** What one rule finds for one position in one round. */
export interface Finding {
  /** Name of the rule. */
  readonly rule: string;
  /** Empty for a rule about the whole portfolio. */
  readonly positionId: string;
  /** Empty for a rule about the whole portfolio. */
  readonly asset: string;
  readonly verdict: Verdict;
  /**
   * Whether the condition of `clear` holds: only then is the problem over. Undefined without such a
   * condition; null if it names an unknown figure.
   */
  readonly clears?: boolean | null | undefined;
  /** What is wrong and by how much, for people; not yet made safe. Only read while it fails. */
  readonly summary: string;
  /** Severity of the rule, if it has one. */
  readonly severity?: string | undefined;
}

/** What keeps a rule from alerting too often. */
export interface Dampers {
  /** Milliseconds for which the problem has to last before there is an alert. */
  readonly forMs: number;
  /** Minimum number of milliseconds between two alerts of a rule for the same position. */
  readonly cooldownMs: number;
}

/** What is true at one moment. A round is complete but for portfolios, or it failed and is none. */
export interface Findings {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * One for each rule and position. A position or a rule without one is gone: it was closed, is no
   * longer listed, or the rule was removed.
   */
  readonly findings: readonly Finding[];
  readonly dampersOf: (rule: string) => Dampers;
  /** Whether a portfolio could not be listed: what is not found, and what all have, is then unknown. */
  readonly isPart?: boolean;
}

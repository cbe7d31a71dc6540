/** A computer, for its directories. */
export interface Computer {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The profile, service and portfolio of a command line. */
export interface Place extends Computer {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** undefined if no profile is named or in use. */
  readonly profile: string | undefined;
  readonly baseUrl: string | undefined;
  /** Ids of the portfolios. */
  readonly portfolios: readonly string[];
}

export interface KnownMarket {
  readonly id: string;
  readonly symbol: string;
  readonly exchange: string;
}

/** A position as stored for completion, without any figures. */
export interface KnownPosition {
  readonly id: string;
  readonly asset: string;
  readonly status: string;
  /** Exchanges of both sides, `okx/bybit`; empty if unknown. */
  readonly exchanges?: string;
}

/** Input that is made to exhaust the memory, the time or the stack of whoever reads it. */
export interface Bomb {
  readonly what: string;
  /** Lays it where a command line will find it. */
  readonly stage: () => Promise<StagedBomb>;
  readonly exit: number;
  /** What stderr says. */
  readonly says: RegExp;
  /** What stdout says, as far as that matters. */
  readonly prints?: RegExp;
}

export interface StagedBomb {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Text on stdin; without it there is none. */
  readonly stdin?: string;
}

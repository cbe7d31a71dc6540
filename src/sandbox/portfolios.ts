/** Defaults of a sandbox. */
export const DEFAULT_SEED = 1;
export const DEFAULT_POSITIONS = 24;

/** A portfolio of a sandbox. */
export interface SandboxPortfolio {
  readonly name: string;
  /** A uuid; the first eight digits differ. */
  readonly id: string;
}

/** The portfolios of every sandbox, which are not secret. */
export const SANDBOX_PORTFOLIOS: readonly [SandboxPortfolio, ...SandboxPortfolio[]] = [
  { name: "main", id: "7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10" },
  { name: "east", id: "2b8d4e06-51fa-4973-b6c8-0e94d17a3f25" },
  { name: "west", id: "c41f7a93-0d26-4be8-9f57-83a6e20b5d4c" },
  { name: "north", id: "5e90b2d7-6c38-4f14-a0eb-7d215f8c9a63" },
  { name: "south", id: "98a6c3f1-e47b-4d05-8c92-1fb3760e4d8a" },
];

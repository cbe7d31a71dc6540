/** A word that can be typed, with its description. */
export interface Word {
  readonly value: string;
  readonly description?: string;
}

/** Kinds of values that are looked up at each TAB press. */
export const DYNAMIC_KINDS = [
  "profile",
  "asset",
  "asset-class",
  "exchange",
  "market-id",
  "position-id",
  "portfolio",
] as const;
export type DynamicKind = (typeof DYNAMIC_KINDS)[number];

/** Source of the values of an option or argument. */
export type Source =
  | { readonly from: "free" }
  | { readonly from: "file" }
  /** The columns of the command. */
  | { readonly from: "columns" }
  /** The columns of the command, each with `:asc` or `:desc`. */
  | { readonly from: "sort" }
  | { readonly from: "words"; readonly words: readonly Word[] }
  | { readonly from: "hidden command"; readonly kind: DynamicKind };

export interface ValueModel {
  readonly source: Source;
  /** Whether it takes several values, separated by commas. */
  readonly list: boolean;
}

export interface OptionModel {
  /** `--output`, or the short flag if there is no long one. */
  readonly name: string;
  /** Every flag, the long one first. */
  readonly flags: readonly string[];
  readonly description: string;
  /** undefined for a flag. */
  readonly value: ValueModel | undefined;
  readonly valueIsOptional: boolean;
  readonly repeatable: boolean;
  /** Names of the options that cannot be combined with it. */
  readonly excludes: readonly string[];
}

export interface ArgumentModel {
  readonly value: ValueModel;
  readonly variadic: boolean;
}

export interface CommandModel {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly args: readonly ArgumentModel[];
  /** Own options; the common ones are in {@link ProgramModel}. */
  readonly options: readonly OptionModel[];
  readonly columns: readonly string[];
  readonly commands: readonly CommandModel[];
}

/** The commands as plain data for completion. */
export interface ProgramModel {
  readonly root: CommandModel;
  readonly commonOptions: readonly OptionModel[];
}

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

/** A word that can be typed, and what it means. */
export interface Word {
  readonly value: string;
  readonly description?: string;
}

/** Values that are looked up at each TAB press. */
export const DYNAMIC_KINDS = [
  "profile",
  "asset",
  "asset-class",
  "exchange",
  "market-id",
  "position-id",
] as const;
export type DynamicKind = (typeof DYNAMIC_KINDS)[number];

/** What the values of an option or argument are. */
export type Source =
  | { readonly from: "free" }
  | { readonly from: "file" }
  /** The columns of the command in the line. */
  | { readonly from: "columns" }
  /** The same, each with `:asc` or `:desc`. */
  | { readonly from: "sort" }
  | { readonly from: "words"; readonly words: readonly Word[] }
  | { readonly from: "hidden command"; readonly kind: DynamicKind };

export interface ValueModel {
  readonly source: Source;
  /** Several, separated by commas. */
  readonly list: boolean;
}

export interface OptionModel {
  /** `--output`, or the short flag where there is no long one. */
  readonly name: string;
  /** Every flag, the long one first. */
  readonly flags: readonly string[];
  readonly description: string;
  /** undefined: it takes no value. */
  readonly value: ValueModel | undefined;
  readonly valueIsOptional: boolean;
  readonly repeatable: boolean;
  /** Names of the options that it cannot stand beside. */
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
  /** Its own; those of every command are in {@link ProgramModel}. */
  readonly options: readonly OptionModel[];
  readonly columns: readonly string[];
  readonly commands: readonly CommandModel[];
}

/** The commands as plain data, which completion answers from. */
export interface ProgramModel {
  readonly root: CommandModel;
  readonly commonOptions: readonly OptionModel[];
}

/** Source of the values that completion offers. */
export type Suggestion =
  | "profile"
  | "asset"
  | "asset-class"
  | "exchange"
  | "market-id"
  | "position-id"
  | "portfolio"
  | "file"
  /** The columns of the command. */
  | "columns"
  /** The columns of the command, each with `:asc` or `:desc`. */
  | "sort";

/** A value of a fixed set, with its meaning. */
export interface Choice {
  readonly value: string;
  readonly description: string;
  /** Kind of the next argument, if it depends on this value. */
  readonly next?: ValueKind<unknown>;
  /** Whether the name of a command that prints columns follows in the same word: `columns.list`. */
  readonly perCommand?: true;
}

/** A kind of value of an option, an argument or a setting. */
export interface ValueKind<T> {
  /** Parses a value as it was typed; undefined when it is invalid. */
  readonly parse: (text: string) => T | undefined;
  /** Completes the message `--limit: "x" is not …`. */
  readonly allowed: string;
  readonly hint?: string;
  /** Values that completion offers; the only ones if `parse` accepts no others. */
  readonly choices?: readonly (string | Choice)[];
  readonly suggest?: Suggestion;
  /** The value is a list of these, separated by commas. */
  readonly commas?: true;
}

/** What completion can look up when a value is typed. */
export type Suggestion =
  | "profile"
  | "asset"
  | "asset-class"
  | "exchange"
  | "market-id"
  | "position-id"
  | "file"
  /** The columns of the command. */
  | "columns"
  /** The same, each with `:asc` or `:desc`. */
  | "sort";

/** A value out of a fixed set, with what it means. */
export interface Choice {
  readonly value: string;
  readonly description: string;
  /** The value of the argument behind it, where that depends on this one. */
  readonly next?: ValueKind<unknown>;
}

/** What an option, an argument or a setting can be. */
export interface ValueKind<T> {
  /** Reads a value as it was typed; undefined when it is not one. */
  readonly parse: (text: string) => T | undefined;
  /** Completes the message `--limit: "x" is not …`. */
  readonly allowed: string;
  readonly hint?: string;
  /** Values that completion offers; where `parse` accepts no others, they are the fixed set. */
  readonly choices?: readonly (string | Choice)[];
  readonly suggest?: Suggestion;
  /** One value is several of these, separated by commas. */
  readonly commas?: true;
}

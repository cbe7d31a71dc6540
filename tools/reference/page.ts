/** A term with what it means: an option, a column, an exit code. */
export interface Term {
  readonly term: string;
  readonly text: string;
}

/** A piece of a page. In texts, what stands between backticks and what looks like an option is code. */
export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "terms"; readonly terms: readonly Term[] };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What is told of one command, a section of the reference and a page of the manual. */
export interface Page {
  /** The words that are typed: `carry`, `positions`, `list`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly sections: readonly Section[];
  /** Pages that a reader of this one may look for. */
  readonly related: readonly (readonly string[])[];
}

/** The name of a page in the manual. */
export function manualName(words: readonly string[]): string {
  return words.join("-");
}

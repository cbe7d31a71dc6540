/** A term with its description: an option, a column, an exit code. */
export interface Term {
  readonly term: string;
  readonly text: string;
}

/** A block of a page. In text, words in backticks and options are code. */
export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "terms"; readonly terms: readonly Term[] };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Description of one command: a chapter of the reference and a page of the manual. */
export interface Page {
  /** Words of the command: `carry`, `positions`, `list`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly sections: readonly Section[];
  /** Name of the file of the reference that has it. */
  readonly file?: string;
  /** Commands of related pages. */
  readonly related: readonly (readonly string[])[];
}

/** Returns the name of a page in the manual. */
export function manualName(words: readonly string[]): string {
  return words.join("-");
}

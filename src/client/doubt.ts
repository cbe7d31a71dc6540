/** What an answer says that cannot be taken as it is. The records concerned are kept. */
export type Doubt =
  /** A record does not match the interface; what cannot be read of it is unknown. */
  | {
      readonly kind: "unreadable";
      /** The record by its id, or its place in the answer. */
      readonly record: string;
      /** Describes the first field that cannot be read, what was expected and what was sent. */
      readonly problem: () => string;
    }
  /** A field has a word that the interface does not have. */
  | {
      readonly kind: "unknown_value";
      readonly record: string;
      readonly field: string;
      readonly value: string;
    }
  /** The service sent records that were not asked for, which are left out. */
  | { readonly kind: "not_asked_for"; readonly parameter: string; readonly records: number };

/** Takes note of a doubt. */
export type OnDoubt = (doubt: Doubt) => void;

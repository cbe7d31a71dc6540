/** Something in an answer that does not fit the interface or the request. */
export type Doubt =
  /** A record does not match the interface. It is kept; what cannot be read of it is unknown. */
  | {
      readonly kind: "unreadable";
      /** The record by its id, or its place in the answer. */
      readonly record: string;
      /** The first field that cannot be read, what was expected and what was sent. */
      readonly problem: string;
    }
  /** A field has a word that the interface does not have. The record is kept as sent. */
  | {
      readonly kind: "unknown_value";
      readonly record: string;
      readonly field: string;
      readonly value: string;
    }
  /** A record matches the interface, and has a value that cannot be true: it is in no figure. */
  | {
      readonly kind: "implausible";
      /** Names the value and its record. */
      readonly value: string;
    };

/** Called for each doubt. */
export type OnDoubt = (doubt: Doubt) => void;

import type { Sort } from "../table/sort.js";
import type { Look } from "../text/look.js";

/** What the user asked of the output. */
export interface OutputOptions {
  readonly format: "table" | "json" | "ndjson" | "csv";
  readonly columns: readonly string[] | undefined;
  readonly sort: Sort | undefined;
  readonly header: boolean;
  /** A long listing may be shown with a pager. */
  readonly pager: boolean;
  /** JMESPath. */
  readonly query: string | undefined;
  readonly look: Look;
}

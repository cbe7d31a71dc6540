import type { Sort } from "./columns.js";
import type { Look } from "./look.js";

/** What the user asked of the output. */
export interface OutputOptions {
  readonly format: "table" | "json" | "ndjson" | "csv";
  readonly columns: readonly string[] | undefined;
  readonly sort: Sort | undefined;
  readonly header: boolean;
  /** JMESPath. */
  readonly query: string | undefined;
  readonly look: Look;
}

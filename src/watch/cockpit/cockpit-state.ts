import type { Sort } from "../../output/table/sort.js";
import { VIEWS, type ViewName } from "../../run/views.js";

/** The pages, in the order of the keys 1 to 5: the views of `carry list`. */
export const PAGES = VIEWS;
export type PageName = ViewName;

/** What covers the table of a page: texts to scroll, a position, or a list to choose from. */
export type Sheet =
  | { readonly of: "help" | "events"; readonly scroll: number }
  | { readonly of: "position"; readonly id: string; readonly scroll: number }
  | { readonly of: "sort" | "portfolios"; readonly at: number }
  | { readonly of: "acknowledge"; readonly id: string; readonly at: number };

/** Reports whether a sheet is a list to choose from. */
export function isMenu(sheet: Sheet): sheet is Extract<Sheet, { readonly at: number }> {
  return "at" in sheet;
}

/** The row of the cursor: its key, its position, and its place for when both are gone. */
export interface Cursor {
  readonly key: string | undefined;
  readonly id: string | undefined;
  readonly at: number;
}

/** What a user has chosen to see. Only keys change it, so that it outlasts every round. */
export interface CockpitState {
  readonly page: PageName;
  readonly cursors: Readonly<Partial<Record<PageName, Cursor>>>;
  /** Order of each page; undefined for the order of its command. */
  readonly sorts: Readonly<Partial<Record<PageName, Sort>>>;
  readonly filter: string;
  /** Whether keys are added to the filter. */
  readonly isTyping: boolean;
  /** Whether rows are grouped by exchange. */
  readonly isGrouped: boolean;
  /** Whether the columns that do not fit are shown instead of the others. */
  readonly isWide: boolean;
  readonly sheet: Sheet | undefined;
  /** Ids of the portfolios that are not shown. */
  readonly hidden: readonly string[];
  /** Id of the position whose full id is shown, to be copied. */
  readonly copied: string | undefined;
}

export function initialState(): CockpitState {
  return {
    ...{ page: "now", cursors: {}, sorts: {} },
    ...{ filter: "", isTyping: false, isGrouped: false, isWide: false },
    ...{ sheet: undefined, hidden: [], copied: undefined },
  };
}

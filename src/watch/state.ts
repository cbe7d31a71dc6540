import type { Sort } from "../output/table/sort.js";
import type { ViewName } from "../run/screen/views.js";

/** What covers the table of a page: a text to scroll, a position, or a list to choose from. */
export type Sheet =
  | { readonly of: "help" | "events"; readonly scroll: number }
  | { readonly of: "position"; readonly id: string; readonly scroll: number }
  | { readonly of: "sort"; readonly at: number }
  | { readonly of: "acknowledge"; readonly id: string; readonly at: number };

/** A sheet that is a list to choose from. */
export type Menu = Extract<Sheet, { readonly at: number }>;

export function isMenu(sheet: Sheet): sheet is Menu {
  return "at" in sheet;
}

/** The row of the cursor: its key, its position, and its place for when both are gone. */
export interface Cursor {
  readonly key: string | undefined;
  readonly id: string | undefined;
  readonly at: number;
}

/** What a user has chosen to see. Only keys change it, so that it outlasts every round. */
export interface WatchState {
  readonly view: ViewName;
  readonly cursors: Readonly<Partial<Record<ViewName, Cursor>>>;
  /** Order of each page; undefined for that of its view. */
  readonly sorts: Readonly<Partial<Record<ViewName, Sort>>>;
  readonly filter: string;
  /** Whether keys are added to the filter. */
  readonly isTyping: boolean;
  /** Whether rows are grouped by exchange. */
  readonly isGrouped: boolean;
  /** Whether the columns that do not fit are shown instead of the others. */
  readonly isWide: boolean;
  readonly sheet: Sheet | undefined;
}

export function initialState(view: ViewName): WatchState {
  return {
    view,
    cursors: {},
    sorts: {},
    filter: "",
    isTyping: false,
    isGrouped: false,
    isWide: false,
    sheet: undefined,
  };
}

import type { Context } from "../../command/context.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import { type FittedPage, fitPage, type PageRow, type Table, type TableLook } from "./table.js";

/** Data of pages: a round without hidden portfolios and acknowledged reasons. */
export interface PageData {
  readonly book: Collected;
}

/** A page of a watch. */
export interface Page {
  readonly title: string;
  /** Draws the table. @param before data of the round before, to highlight what changed */
  draw(data: PageData, before: PageData | undefined, how: TableLook): Promise<FittedPage>;
  /** What it requests besides a round; undefined for nothing. */
  readonly more?: More;
}

/** What a page requests when it is first opened, and again when that is old. */
export interface More {
  /** Reports whether to request it, at a time of `Clock.elapsed`. */
  isDue(now: number): boolean;
  /** Requests it, in the context of a watch. @throws its failure; the page keeps what it had */
  load(context: Context, data: PageData, now: number): Promise<void>;
}

/** Defines a page by its table. @param more what it requests besides a round */
export function definePage<Row extends PageRow>(
  title: string,
  tableOf: (data: PageData, width: number | undefined) => Promise<Table<Row>>,
  more?: More,
): Page {
  return {
    title,
    async draw(data, before, how) {
      const { width } = how.look;
      const table = await tableOf(data, width);
      return fitPage(table, before && (await tableOf(before, width)), how);
    },
    ...(more !== undefined && { more }),
  };
}

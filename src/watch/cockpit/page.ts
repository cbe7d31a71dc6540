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
}

/** Defines a page by its table. */
export function definePage<Row extends PageRow>(
  title: string,
  tableOf: (data: PageData, width: number | undefined) => Promise<Table<Row>>,
): Page {
  return {
    title,
    async draw(data, before, how) {
      const { width } = how.look;
      const table = await tableOf(data, width);
      return fitPage(table, before && (await tableOf(before, width)), how);
    },
  };
}

import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import { type FittedPage, fitPage, type PageRow, type Table, type TableLook } from "./table.js";

/** What pages show: a round, of the portfolios that are shown, without acknowledged reasons. */
export interface PageData {
  readonly book: Collected;
  /** Closed positions, where they are listed too. */
  readonly closed: readonly Position[];
}

/** A page of a watch. */
export interface Page {
  readonly title: string;
  /** Returns its table, drawn. @param before data of the round before, to highlight what changed */
  draw(data: PageData, before: PageData | undefined, how: TableLook): Promise<FittedPage>;
  /** What it needs besides a round; undefined for nothing. */
  readonly more?: More;
}

/** What a page requests when it is opened first, and again when that is old. */
export interface More {
  /** Reports whether it is to be requested, at a time of `Clock.elapsed`. */
  isDue(now: number): boolean;
  /**
   * Requests it.
   * @param context one whose requests are those of a watch
   * @throws the failure of a request; the page keeps what it had
   */
  load(context: Context, data: PageData, now: number): Promise<void>;
}

/** Defines a page by its table. @param more what it needs besides a round */
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

import { Big } from "big.js";
import { bookOf } from "../../../analytics/rotation/book.js";
import { HOUR_MS, MINUTE_MS } from "../../../base/time/periods.js";
import { bookRows, bookView } from "../../../features/rotate/book-record.js";
import { marketsOf } from "../../../portfolio/funding/recent-funding.js";
import { sumText } from "../../../portfolio/rotation/book-sum.js";
import { type Judgement, judge } from "../../../portfolio/rotation/judge.js";
import type { RotateTerms } from "../../../portfolio/rotation/terms.js";
import { definePage, type More, type Page } from "../page.js";

/** Options of `positions rotate`. */
export type RotateWish = Pick<RotateTerms, "fees" | "top" | "minGain" | "exchanges">;

/** Milliseconds after a judgement before the next request; markets settle every hour at most. */
const LASTS_MS = HOUR_MS / 4;
/** Milliseconds after a failure before the next request. */
const REST_MS = MINUTE_MS;

/** The positions of `positions rotate`, the largest gain first, each with its best other pair. */
export interface RotatePage extends Page {
  readonly more: More;
  /** Returns the judgement; undefined before the first one. */
  judged(): Judgement | undefined;
}

export function rotatePage(wish: RotateWish): RotatePage {
  let judgement: Judgement | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  const page = definePage("Rotate", async ({ book: { positions, handles } }) => {
    const { judged = [], terms } = judgement ?? {};
    const held = new Map(positions.map((it) => [it.position_id, it]));
    const kept = judged.filter(({ position }) => held.has(position.position_id));
    const book = bookOf(kept, new Big(wish.minGain ?? 0));
    const none = { markets: [], now: 0, ...wish };
    const shown = { ...(terms ?? none), handles, book, portfolios: [], ids: [], asset: undefined };
    const verdict = judgement && sumText(book);
    const view = bookView(shown);
    if (judgement === undefined) return { view: { ...view, empty: "" }, rows: [] };
    return { view, rows: bookRows(shown), ...(verdict && { verdict }) };
  });
  const more: More = {
    isDue: (now) => now >= nextAt,
    async load(context, { book }, now) {
      nextAt = now + REST_MS;
      const { positions, historyOf, criteria } = book;
      const listed = { ...book, failure: undefined, isUnchecked: criteria.isUnchecked };
      judgement = await judge(context, listed, [], wish, {
        historyOf,
        asked: marketsOf(positions),
      });
      nextAt = now + LASTS_MS;
    },
  };
  return { ...page, more, judged: () => judgement };
}

import { nextSettlements } from "../../analytics/funding/upcoming-totals.js";
import { statusOf } from "../../analytics/portfolio/status.js";
import type { Ignored } from "../../base/ignored.js";
import type { Look } from "../../output/text/look.js";
import type { Collected } from "../../portfolio/positions/collect.js";
import { briefHead } from "../../views/position/status-head.js";
import type { Piece } from "./brush.js";
import type { PageData } from "./page.js";
import { upcomingLegs } from "./pages/next.js";

/** The shown part of a round, and the whole. */
export interface ShownData extends PageData {
  /** Number of reasons in the round that are acknowledged. */
  readonly acknowledged: number;
  /** Everything that was collected, acknowledged reasons too. */
  readonly whole: Collected;
  /** Returns the pieces of the line of current earnings. */
  head(look: Look): readonly Piece[];
}

/** Returns a round without hidden portfolios and acknowledged reasons. */
export function shownData(
  whole: Collected,
  hidden: readonly string[],
  acknowledged: readonly Ignored[],
): ShownData {
  const isShown = ({ position_id: id }: { readonly position_id: string }) =>
    !hidden.includes(whole.ownerOf(id).portfolio_id ?? "");
  const positions = hidden.length === 0 ? whole.positions : whole.positions.filter(isShown);
  const book =
    acknowledged.length + hidden.length === 0 ? whole : withOnly(whole, positions, acknowledged);
  let known: { readonly width: number | undefined; readonly pieces: readonly Piece[] } | undefined;
  return {
    ...{ book, whole },
    acknowledged: acknowledged.length === 0 ? 0 : countOf(whole, acknowledged),
    head(look) {
      if (known !== undefined && known.width === look.width) return known.pieces;
      const { criteria, status } = book;
      const all = briefHead(status, nextSettlements(upcomingLegs(book), criteria.now), look);
      const pieces = all.map(({ text, tone = "plain" }) => ({ text, tone }));
      known = { width: look.width, pieces };
      return pieces;
    },
  };
}

function withOnly(
  whole: Collected,
  positions: Collected["positions"],
  acknowledged: readonly Ignored[],
): Collected {
  const { limits } = whole.criteria;
  const ignore = [...limits.ignore, ...acknowledged];
  const criteria = { ...whole.criteria, limits: { ...limits, ignore } };
  return { ...whole, positions, criteria, status: statusOf(positions, whole.historyOf, criteria) };
}

function countOf({ status }: Collected, acknowledged: readonly Ignored[]): number {
  const has = new Set(acknowledged.map(({ code, position }) => `${code} ${position}`));
  return status.each.reduce(
    (sum, { position, reasons }) =>
      sum + reasons.filter(({ code }) => has.has(`${code} ${position.position_id}`)).length,
    0,
  );
}

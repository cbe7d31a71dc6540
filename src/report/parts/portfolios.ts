import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Markup } from "../../output/markup/element.js";
import type { OwnTotals } from "../../views/row-fields.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { more, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

type Portfolio = OwnTotals<PortfolioStatus>;

/** Returns the current funding and the net PnL of each portfolio; undefined for a single one. */
export function portfoliosPart(
  { portfolios }: ReportData,
  { amounts }: PageLook,
): Markup | undefined {
  if (portfolios.length < 2) return undefined;
  // A page that is passed on has neither names nor ids.
  const nameOf = (it: Portfolio) =>
    (amounts.isRedacted ? null : it.portfolio) ?? `${portfolios.indexOf(it) + 1}`;
  const shown = portfolios.slice(0, MOST_POSITIONS);
  const columns = [
    { header: "portfolio", cell: nameOf },
    numbers<Portfolio>("open", ({ totals }) => String(totals.totals.positions)),
    numbers<Portfolio>("a day (7d)", ({ totals }) => measure(totals.book.run, amounts)),
    numbers<Portfolio>("now APR (7d)", ({ totals }) => measure(totals.book.apr, amounts)),
    numbers<Portfolio>("net PnL", ({ totals }) => measure(totals.totals.figures.net_pnl, amounts)),
    numbers<Portfolio>("gross", ({ totals }) =>
      measure(totals.totals.figures.gross_notional, amounts, { signed: false }),
    ),
  ];
  const rest = portfolios.length - shown.length;
  return part("Portfolios", table(shown, columns), more(rest, " portfolios"));
}

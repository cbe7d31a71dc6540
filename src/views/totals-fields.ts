import type { FigureName, Totals } from "../analytics/portfolio/totals.js";
import { type Field, optional, plain } from "../output/record.js";
import { sum } from "./measure-fields.js";

type Figures = Totals["figures"];

const figureField = (name: FigureName, description: string, more?: readonly Field<Figures>[]) =>
  sum<Figures>(name, description, (figures) => figures[name], more);

const CAPITAL = "Capital of the APR on an average day, USD.";
const ESTIMATED = "Number of positions whose capital is estimated.";

/** The figures of several positions. */
export const FIGURES: readonly Field<Figures>[] = [
  figureField("gross_notional", "Sum of the held legs' notionals at mark, USD."),
  figureField("net_notional", "Notional of the long legs minus that of the short ones, USD."),
  figureField("unhedged_notional", "Sum of the absolute values held on one side only, USD."),
  figureField("funding_pnl", "Funding PnL of the positions with a net PnL, USD."),
  figureField("fees", "Fees paid and estimated exit fees of the same positions, USD."),
  figureField("fees_paid", "Fees paid of the same positions, USD."),
  figureField("fees_estimated_exit", "Estimated exit fees of the same positions, USD."),
  figureField("spread_pnl", "Realized and unrealized price PnL of the same positions, USD."),
  figureField("net_pnl", "Net PnL, USD: funding + price PnL - fees of the same positions."),
  figureField("apr", "APR since opening, percent per year of its capital.", [
    optional(plain("capital", "number|null", CAPITAL, ({ apr }) => apr.capital)),
    plain("estimated", "count?", ESTIMATED, ({ apr }) => apr.estimated),
  ]),
];

import { type Field, own, plain } from "../../../output/record.js";

/** The portfolio of something; null where it belongs to several. */
export interface Owned {
  readonly portfolio?: string | null;
  readonly portfolio_id: string | null;
}

/** The portfolio of a row. */
export const PORTFOLIO: readonly Field<Owned>[] = [
  plain("portfolio", "text|null", "Name of the portfolio; null if it has none.", {
    ...{ of: ({ portfolio }) => portfolio, header: "portfolio", priority: 1 },
  }),
  own("portfolio_id", "text|null", "Identifier of the portfolio; null of several."),
];

import type { ValueKind } from "../../base/value-kind.js";
import type { Context } from "../../command/context.js";
import { UUID } from "../../settings/kinds.js";
import { PORTFOLIO_NAME } from "../../settings/portfolio-name.js";
import { wantedPortfolios } from "../../settings/portfolios.js";

/** The name or the id of one portfolio. */
export const ONE_PORTFOLIO: ValueKind<string> = {
  parse: (text) => (PORTFOLIO_NAME.test(text) ? text : UUID.parse(text)),
  allowed: `${UUID.allowed} or a name of portfolios.<name>`,
  suggest: "portfolio",
};

/** Returns the id of a named portfolio; undefined without a name. @throws {UsageError} for an unknown one */
export async function portfolioIdOf(
  context: Context,
  portfolio: string | undefined,
): Promise<string | undefined> {
  if (portfolio === undefined) return undefined;
  const sources = await context.sources();
  const named = { ...sources, options: { ...sources.options, portfolio } };
  return wantedPortfolios(named)?.list[0]?.portfolio_id;
}

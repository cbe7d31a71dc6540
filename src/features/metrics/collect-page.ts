import type { Rule } from "../../alerts/rules/rule.js";
import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import type { Limits } from "../../analytics/position/limits.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import { portfolioName } from "../../command/portfolios.js";
import type { Family } from "../../metrics/exposition.js";
import type { RuleCount } from "../../metrics/page.js";
import { collectPortfolio } from "../../portfolio/positions/collect.js";

/** How the page of metrics is made. */
export interface PageRequest {
  readonly client: Client;
  readonly limits: Limits;
  readonly rules: readonly Rule[];
  /** Whether each asset has a metric of what is unhedged when its positions are netted. */
  readonly net: boolean;
  /** Whether each position has metrics of its own, however many there are. */
  readonly perPosition: boolean;
}

/**
 * Collects the portfolios and returns their metrics, those of several with the name of each as a label.
 * @throws the errors of listing positions
 */
export async function collectPage(context: Context, request: PageRequest) {
  const collected = await collectPortfolio(context, request);
  const { status, positions, failure, lost, historyOf, criteria } = collected;
  const { statusOf } = await import("../../analytics/portfolio/status.js");
  const { MOST_POSITIONS, netFamily, pageFamilies } = await import("../../metrics/page.js");
  const { labelled, merged } = await import("../../metrics/family.js");
  const { expositionOf } = await import("../../metrics/exposition.js");
  const perPosition = request.perPosition || positions.length <= MOST_POSITIONS;
  const portfolios = await context.portfolios();
  const pages = portfolios.each(collected, status, (some) => statusOf(some, historyOf, criteria));
  const families: Family[][] = [];
  for (const portfolio of portfolios.list) {
    const id = portfolio.portfolio_id;
    const own = pages.find((it) => it.portfolio_id === id)?.totals;
    const isUp = own !== undefined && (failure === undefined || lost.length > 0);
    const page = pageFamilies({
      ...{ status: own, perPosition, isUp, now: context.io.clock.now() },
      net: request.net && !portfolios.isList,
      missing: portfolios.isList ? missingIn(own) : collected.missing,
      rules: own === undefined ? [] : await countsOf(request.rules, own, historyOf),
    });
    const label = { portfolio: portfolioName(portfolio) };
    families.push(portfolios.isList ? labelled(page, label) : page);
  }
  if (request.net && portfolios.isList) families.push([netFamily(status)]);
  const leftOut = perPosition ? 0 : positions.length;
  return { text: expositionOf(merged(families)), failure, leftOut };
}

/** Counts the parts of a portfolio that could not be fetched. */
function missingIn(status: PortfolioStatus | undefined): number {
  if (status === undefined) return 1;
  const { historyOf, isUnchecked } = status.criteria;
  const held = status.each.map(({ position }) => position);
  const markets = new Set(held.flatMap(heldLegs).flatMap(({ market_id: id }) => id ?? []));
  const unfetched = [...markets].filter((id) => historyOf(id) === undefined).length;
  return held.filter(({ position_id: id }) => isUnchecked(id)).length + unfetched;
}

async function countsOf(
  rules: readonly Rule[],
  status: PortfolioStatus,
  historyOf: HistoryOf,
): Promise<readonly RuleCount[]> {
  if (rules.length === 0) return [];
  const { applyRules } = await import("../../alerts/rules/apply.js");
  const all = applyRules(rules, status, historyOf);
  const count = (rule: Rule, verdict: string) =>
    all.filter((it) => it.rule === rule && it.verdict === verdict).length;
  return rules.map((rule) => ({
    rule: rule.name,
    failed: count(rule, "failed"),
    unknown: count(rule, "unknown"),
  }));
}

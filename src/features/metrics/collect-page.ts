import type { Rule } from "../../alerts/rules/rule.js";
import type { Limits } from "../../analytics/position/limits.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import type { Exposition } from "../../metrics/exposition.js";
import type { RuleCount } from "../../metrics/page.js";
import { type Collected, collectPortfolio } from "../../portfolio/positions/collect.js";

/** How pages of metrics are made. */
export interface PageRequest {
  readonly client: Client;
  readonly limits: Limits;
  readonly rules: readonly Rule[];
  readonly exposition: Exposition;
  /** Whether what is unhedged of each asset has a metric, its positions netted. */
  readonly net: boolean;
  /** Whether each position has metrics of its own, however many there are. */
  readonly perPosition: boolean;
}

/**
 * Collects the portfolio and returns its metrics.
 * @param lastSuccess time of the last page without a failure, milliseconds since the epoch
 * @throws the errors of listing positions
 */
export async function collectPage(
  context: Context,
  request: PageRequest,
  lastSuccess: number | undefined,
) {
  const { rules, exposition, net } = request;
  const collected = await collectPortfolio(context, request);
  const { status, positions, failure, missing } = collected;
  const { MOST_POSITIONS, pageFamilies } = await import("../../metrics/page.js");
  const perPosition = request.perPosition || positions.length <= MOST_POSITIONS;
  const families = pageFamilies({
    ...{ status, net, perPosition, missing, isUp: failure === undefined },
    lastSuccess: failure === undefined ? context.io.clock.now() : lastSuccess,
    rules: await countsOf(rules, collected),
  });
  const leftOut = perPosition ? 0 : positions.length;
  return { text: exposition.text(families), failure, leftOut };
}

/** Counts the results of each rule. */
async function countsOf(
  rules: readonly Rule[],
  { status, historyOf }: Collected,
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

import { exchangesOf } from "../analytics/exchanges.js";
import { legRisksOf } from "../analytics/leg-risk.js";
import type { PortfolioStatus } from "../analytics/status.js";
import type { Family } from "./exposition.js";
import { family, gauge, type Valued } from "./family.js";
import { portfolioFamilies } from "./portfolio.js";
import { positionFamilies } from "./positions.js";

/** Maximum number of positions with metrics of their own, unless they are asked for. */
export const MOST_POSITIONS = 500;

/** Results of a rule: the number of positions, or 1 for a rule about the portfolio. */
export interface RuleCount {
  readonly rule: string;
  readonly failed: number;
  readonly unknown: number;
}

/** What a page of metrics shows. */
export interface MetricsPage {
  readonly status: PortfolioStatus;
  /** Whether everything that was asked for was fetched. */
  readonly isWhole: boolean;
  /** Time of the last page that was whole, milliseconds since the epoch; undefined without one. */
  readonly lastSuccess: number | undefined;
  readonly rules: readonly RuleCount[];
  /** Whether each position has metrics of its own. */
  readonly perPosition: boolean;
}

/** Returns the metrics of a page. */
export function pageFamilies(page: MetricsPage): Family[] {
  const { status, rules, perPosition } = page;
  const { now, limits } = status.criteria;
  const clock = { now, staleMs: limits.staleMs };
  const legs = status.each.flatMap(({ position }) => legRisksOf(position, clock, limits.margin));
  return [
    ...stateFamilies(page.isWhole, page.lastSuccess),
    ...portfolioFamilies(status, exchangesOf(legs)),
    ...ruleFamilies(rules),
    ...(perPosition ? positionFamilies(status) : []),
  ];
}

/** Returns the metrics of whether and when the portfolio was seen. */
function stateFamilies(isWhole: boolean, lastSuccess: number | undefined): Family[] {
  return [
    gauge("up", "1 if everything was fetched, 0 if a part of it is missing.", Number(isWhole)),
    gauge(
      "last_success_timestamp_seconds",
      "Time at which everything was last fetched.",
      lastSuccess === undefined ? undefined : lastSuccess / 1000,
    ),
  ];
}

function ruleFamilies(rules: readonly RuleCount[]): Family[] {
  const each = (figureOf: (rule: RuleCount) => number) =>
    rules.map((rule): Valued => [{ rule: rule.rule }, figureOf(rule)]);
  return [
    family(
      "rule_failed",
      "Positions for which a rule failed.",
      each(({ failed }) => failed),
    ),
    family(
      "rule_unknown",
      "Positions for which a rule cannot be told.",
      each(({ unknown }) => unknown),
    ),
  ];
}

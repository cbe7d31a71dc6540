import { exchangesOf } from "../analytics/portfolio/exchanges.js";
import { isReadable } from "../analytics/portfolio/net-exposure.js";
import type { PortfolioStatus } from "../analytics/portfolio/status.js";
import { legRisksOf } from "../analytics/position/leg-risk.js";
import type { Family } from "./exposition.js";
import { family, gauge, type Valued } from "./family.js";
import { portfolioFamilies } from "./portfolio.js";
import { positionFamilies } from "./positions.js";

/** Maximum number of positions with metrics of their own, unless they are requested. */
export const MOST_POSITIONS = 500;

/** Results of a rule: numbers of positions, or 1 for a rule about the portfolio. */
export interface RuleCount {
  readonly rule: string;
  readonly failed: number;
  readonly unknown: number;
}

/** Content of a page of metrics. */
export interface MetricsPage {
  /** Undefined if the positions could not be listed. */
  readonly status: PortfolioStatus | undefined;
  /** Whether the portfolio was fetched, and the key was not refused for any part of it. */
  readonly isUp: boolean;
  /** Number of parts that could not be fetched. */
  readonly missing: number;
  /** Time of the page, milliseconds since the epoch. */
  readonly now: number;
  readonly rules: readonly RuleCount[];
  /** Whether each asset has a metric of its unhedged notional, its positions netted. */
  readonly net: boolean;
  /** Whether each position has metrics of its own. */
  readonly perPosition: boolean;
}

/** Returns the metrics of a page. */
export function pageFamilies(page: MetricsPage): Family[] {
  const { status, rules, perPosition } = page;
  if (status === undefined) return stateFamilies(page);
  const { now, limits, historyOf } = status.criteria;
  const inputs = { now, staleMs: limits.staleMs, historyOf };
  const legs = status.each.flatMap(({ position }) => legRisksOf(position, inputs, limits.margin));
  return [
    ...stateFamilies(page),
    ...portfolioFamilies(status, exchangesOf(legs)),
    ...(page.net ? [netFamily(status)] : []),
    ...ruleFamilies(rules),
    ...(perPosition ? positionFamilies(status) : []),
  ];
}

/** Returns the metrics about the fetch of the portfolio. */
function stateFamilies({ isUp, missing, now }: MetricsPage): Family[] {
  return [
    gauge(
      "up",
      "1 if the portfolio was fetched, 0 if the key was refused for a part of it.",
      Number(isUp),
    ),
    gauge(
      "missing_parts",
      "Parts that could not be fetched: the legs of a position, the funding of a market.",
      missing,
    ),
    gauge(
      "last_success_timestamp_seconds",
      "Time at which the portfolio was last fetched.",
      isUp ? now / 1000 : undefined,
    ),
  ];
}

export function netFamily({ totals }: PortfolioStatus): Family {
  return family(
    "unhedged_usd",
    "Net quantity of an asset at mark, over its positions, USD; above zero: long.",
    totals.exposures
      .filter(({ asset }) => isReadable(asset))
      .map(({ asset, unhedged }): Valued => [{ asset, net: "true" }, unhedged.value]),
  );
}

function ruleFamilies(rules: readonly RuleCount[]): Family[] {
  const each = (result: "failed" | "unknown") =>
    rules.map((it): Valued => [{ rule: it.rule }, it[result]]);
  return [
    family("rule_failed", "Positions for which a rule failed.", each("failed")),
    family("rule_unknown", "Positions for which a rule is unknown.", each("unknown")),
  ];
}

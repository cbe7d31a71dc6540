import type { Dampers, Finding, Findings } from "../../alerts/finding.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Concern } from "../../analytics/position/reason.js";
import { reasonText } from "../../views/position/reasons.js";
import { verdictsOf } from "./verdicts.js";

/**
 * Returns what the checks of `status` find; the rule is the code of the reason.
 * @param unjudged whether a check that could not be made is a finding of its own
 */
export function statusFindings(
  status: PortfolioStatus,
  at: number,
  dampers: Dampers,
  unjudged = false,
): Findings {
  const { each, criteria } = status;
  const findings = each.flatMap(({ position, runs }) =>
    verdictsOf(position, runs, criteria).map(
      ({ code, verdict, reason }): Finding => ({
        rule: code,
        positionId: position.position_id,
        asset: position.asset,
        verdict,
        summary: reason === undefined ? "" : reasonText(reason, position),
      }),
    ),
  );
  const unmade = unjudged ? status.notJudged.flatMap(unmadeChecks) : [];
  return { at, findings: [...findings, ...unmade], dampersOf: () => dampers };
}

function unmadeChecks({ position, reasons }: Concern): Finding[] {
  return reasons.map((reason) => ({
    rule: reason.code,
    positionId: position.position_id,
    asset: position.asset,
    verdict: "failed",
    summary: reasonText(reason, position),
  }));
}

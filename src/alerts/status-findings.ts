import { bookVerdicts } from "../analytics/portfolio/book-verdict.js";
import { allNotJudged, type PortfolioStatus } from "../analytics/portfolio/status.js";
import type { Concern, Concerned } from "../analytics/position/reason.js";
import { severityOf } from "../analytics/position/stake.js";
import { verdictsOf } from "../analytics/position/verdicts.js";
import { reasonText } from "../views/position/reasons.js";
import type { Dampers, Finding, Findings } from "./finding.js";

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
  const findings = each.flatMap(({ position, runs, found }) =>
    verdictsOf(position, runs, criteria, found).map(
      ({ code, verdict, reason }): Finding => ({
        rule: code,
        positionId: position.position_id,
        asset: position.asset,
        verdict,
        ...(reason !== undefined && { severity: severityOf(reason) }),
        summary: verdict === "failed" && reason ? reasonText(reason, position) : "",
      }),
    ),
  );
  const unmade = unjudged ? allNotJudged(status).flatMap(unmadeChecks) : [];
  return { at, findings: [...findings, ...ofBook(status), ...unmade], dampersOf: () => dampers };
}

/** Returns the finding of the check of all positions together, unless it is ignored. */
function ofBook(status: PortfolioStatus): Finding[] {
  return bookVerdicts(status).map(({ code, verdict, reason }) => ({
    ...{ rule: code, positionId: "", asset: "", verdict },
    ...(reason !== undefined && { severity: severityOf(reason) }),
    summary: verdict === "failed" && reason ? reasonText(reason) : "",
  }));
}

function unmadeChecks({ position, reasons }: Concern<Concerned>): Finding[] {
  return reasons.map((reason) => ({
    rule: reason.code,
    positionId: position?.position_id ?? "",
    asset: position?.asset ?? "",
    verdict: "failed",
    severity: severityOf(reason),
    summary: reasonText(reason, position),
  }));
}

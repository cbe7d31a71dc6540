import type { Dampers, Finding, Findings } from "../../alerts/finding.js";
import { isIgnoredOfBook } from "../../analytics/funding/book.js";
import { allNotJudged, type PortfolioStatus } from "../../analytics/portfolio/status.js";
import { type Concern, type Concerned, isUnknown } from "../../analytics/position/reason.js";
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
  const unmade = unjudged ? allNotJudged(status).flatMap(unmadeChecks) : [];
  return { at, findings: [...findings, ...ofBook(status), ...unmade], dampersOf: () => dampers };
}

/** Returns what the check of all positions together finds, unless it is ignored. */
function ofBook({ book, criteria }: PortfolioStatus): Finding[] {
  if (isIgnoredOfBook({ code: "book_paying" }, criteria)) return [];
  const [reason] = book.concerns.flatMap(({ reasons }) => reasons);
  const verdict = reason === undefined ? "passed" : isUnknown(reason) ? "unknown" : "failed";
  const summary = verdict === "failed" && reason ? reasonText(reason) : "";
  return [{ rule: "book_paying", positionId: "", asset: "", verdict, summary }];
}

function unmadeChecks({ position, reasons }: Concern<Concerned>): Finding[] {
  return reasons.map((reason) => ({
    rule: reason.code,
    positionId: position?.position_id ?? "",
    asset: position?.asset ?? "",
    verdict: "failed",
    summary: reasonText(reason, position),
  }));
}

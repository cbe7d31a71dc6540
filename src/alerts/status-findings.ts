import { bookVerdicts } from "../analytics/portfolio/book-verdict.js";
import type { PortfolioStatus } from "../analytics/portfolio/status.js";
import type { Concerned, Reason } from "../analytics/position/reason.js";
import { severityOf, severityOfCode } from "../analytics/position/stake.js";
import { verdictsOf } from "../analytics/position/verdicts.js";
import type { ReasonCode } from "../base/reason-codes.js";
import { reasonText } from "../views/position/reasons.js";
import type { Finding, Findings, Verdict } from "./finding.js";

/** Returns what the checks of `status` find; the rule is the code of the reason. */
export function statusFindings(status: PortfolioStatus, at: number, forMs: number): Findings {
  const { each, criteria } = status;
  const ofPositions = each.flatMap(({ position, runs, found }) =>
    verdictsOf(position, runs, criteria, found).map((it) => findingOf(it, position)),
  );
  const ofBook = bookVerdicts(status).map((it) => findingOf(it, undefined));
  return { at, findings: [...ofPositions, ...ofBook], forMsOf: () => forMs };
}

interface Judged {
  readonly code: ReasonCode;
  readonly verdict: Verdict;
  readonly reason?: Reason;
}

/** @param position undefined for all positions together */
function findingOf({ code, verdict, reason }: Judged, position: Concerned): Finding {
  const failure = verdict === "failed" ? reason : undefined; // an unknown one has what hides it
  return {
    rule: code,
    positionId: position?.position_id ?? "",
    asset: position?.asset ?? "",
    verdict,
    severity: failure === undefined ? severityOfCode(code) : severityOf(failure),
    summary: failure === undefined ? "" : reasonText(failure, position),
  };
}

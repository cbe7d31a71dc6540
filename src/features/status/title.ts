import type { Applied } from "../../alerts/rules/apply.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { counted } from "../../output/text/counted.js";
import type { Emphasis, Tone } from "../../output/text/paint.js";

/** A part of a line. */
interface Piece {
  readonly text: string;
  readonly tone?: Tone;
  readonly emphasis?: Emphasis;
}

/** Returns the first line of a watched status: what needs attention, and what rules say. */
export function statusTitle(status: PortfolioStatus, ofRules: readonly Applied[]): Piece[] {
  const failed = countOf(ofRules, "failed");
  const unknown = countOf(ofRules, "unknown");
  const pieces: Piece[] = ownPieces(status);
  if (failed > 0) pieces.push({ text: `${counted(failed, "rule")} failed`, emphasis: "alert" });
  if (unknown > 0) {
    pieces.push({ text: `${counted(unknown, "rule")} cannot be told`, tone: "heading" });
  }
  return pieces.length > 0 ? pieces : [{ text: "all well", tone: "gain" }];
}

function ownPieces({ attention, notJudged, totals }: PortfolioStatus): Piece[] {
  if (attention.length > 0) {
    const need = attention.length === 1 ? "needs" : "need";
    const text = `${attention.length} of ${totals.positions} ${need} attention`;
    return [{ text, emphasis: "alert" }];
  }
  if (notJudged.length === 0) return [];
  const text = `nothing needs attention, ${notJudged.length} not judged in full`;
  return [{ text, tone: "heading" }];
}

/** Counts the rules with a result for some position. */
function countOf(all: readonly Applied[], verdict: Applied["verdict"]): number {
  return new Set(all.filter((it) => it.verdict === verdict).map(({ rule }) => rule.name)).size;
}

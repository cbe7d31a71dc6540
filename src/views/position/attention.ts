import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { type Judgement, judge, verdictOf } from "../../analytics/position/judge.js";
import type { Limits } from "../../analytics/position/limits.js";
import type { Position } from "../../client/resources/position.js";
import type { Column } from "../../output/table/column.js";
import type { Mark } from "../../output/table/mark.js";
import { isUnchecked } from "../doubt.js";
import { continues, type PositionRow, type ServiceClock } from "./position-row.js";
import type { RunsOf } from "./run.js";

/** Key of the column that shows which positions need attention. */
export const ATTENTION_KEY = "attention";

const SIGNS: Readonly<Record<"yes" | "unknown", Mark>> = {
  yes: { sign: "!", meaning: "needs attention: carry status says why" },
  unknown: { sign: "?", meaning: "unknown in part: carry status says why" },
};

/** Data by which open positions are judged. */
export interface JudgeOptions extends ServiceClock {
  readonly limits?: Limits | undefined;
  readonly runsOf?: RunsOf | undefined;
  readonly historyOf?: HistoryOf | undefined;
}

/**
 * Returns the column that shows whether an open position needs attention, judged as in `status` without
 * full positions: `yes`, `no` or `unknown`, in a table a sign; empty for a closed one.
 */
export function attentionColumn(options: JudgeOptions): Column<PositionRow> {
  const judged = new WeakMap<object, Judgement>();
  const verdict = ({ position }: PositionRow) => {
    if (position.status === "closed") return null;
    const found = judged.get(position) ?? judgeOne(position, options);
    if (found === undefined) return "unknown";
    judged.set(position, found);
    return verdictOf(found);
  };
  return {
    key: ATTENTION_KEY,
    header: "!",
    kind: "text",
    priority: 0,
    value: verdict,
    sign: (row) => {
      const found = verdict(row);
      return found === "yes" || found === "unknown" ? SIGNS[found] : undefined;
    },
    blank: continues,
  };
}

function judgeOne(position: Position, { limits, runsOf, now, ...more }: JudgeOptions) {
  const runs = runsOf?.(position);
  if (runs === undefined || limits === undefined) return undefined;
  const { historyOf = () => undefined } = more;
  return judge(position, runs, {
    limits,
    now,
    historyOf,
    isUnchecked: () => isUnchecked(position),
  });
}

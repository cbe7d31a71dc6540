import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import { runsOf } from "../../analytics/funding/shown-runs.js";
import { mayHideAClosedLeg } from "../../analytics/position/doubt.js";
import { judge } from "../../analytics/position/judge.js";
import type { Limits } from "../../analytics/position/limits.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import { QueryError } from "../../output/formats/errors.js";
import { excerpt } from "../../output/query/excerpt.js";
import type { QueryTree } from "../../output/query/query.js";
import { reasonText } from "../../views/position/reasons.js";
import { POSITION_FIELDS } from "../records/position-fields.js";
import { subjectOf } from "../records/position-subject.js";
import { recordOf, shapeOfFields } from "../records/record.js";
import { checkExpression } from "./check.js";
import { Doubt } from "./doubt.js";
import { evaluate } from "./evaluate.js";
import { namesIn } from "./named-fields.js";
import { parseCondition } from "./plain-numbers.js";
import { reasonOf } from "./reason-rule.js";
import { truthOf } from "./unknown.js";

/** What the figures of a round rest on. */
export interface FigureInputs {
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  readonly limits: Limits;
  readonly historyOf: HistoryOf;
}

/** A compiled condition over positions. */
export interface FigureQuery {
  /** Reports whether the condition holds; null if it is unknown. @throws {QueryError} if a function fails */
  readonly holds: (position: Position) => boolean | null;
  /** Returns what is wrong if the condition is the name of a reason of `status`; else an empty text. */
  readonly because: (position: Position) => string;
}

/**
 * Compiles a condition over positions as sent, with every figure of a rule.
 * @param option name of the option, for messages
 * @throws {QueryError} as `compileQuery` does
 * @throws {UsageError} for a name that no position has, and a comparison that can never hold
 */
export function compileFigureQuery(
  expression: string,
  option: string,
  inputs: () => FigureInputs,
): FigureQuery {
  const tree = conditionOf(expression, option);
  const names = namesIn([tree]);
  const code = reasonOf(tree, "position");
  return {
    because(position) {
      if (code === undefined) return "";
      const reason = judgedAt(position, inputs()).reasons.find((it) => it.code === code);
      return reason === undefined ? "" : reasonText(reason, position);
    },
    holds(position) {
      const given = inputs();
      const { criteria, ...judged } = judgedAt(position, given);
      const subject = subjectOf({ position, ...judged }, { criteria }, given.historyOf);
      const record = recordOf(POSITION_FIELDS, subject, names);
      try {
        return truthOf(evaluate(tree, record)) ?? null;
      } catch (error) {
        const reason = excerpt((error as Error).message);
        throw new QueryError(`${option}: "${excerpt(expression)}": ${reason}`);
      }
    },
  };
}

function conditionOf(expression: string, option: string): QueryTree {
  const tree = parseCondition(expression, option);
  try {
    checkExpression(tree, shapeOfFields(POSITION_FIELDS));
    return tree;
  } catch (error) {
    if (error instanceof Doubt) throw new UsageError(`${option}: ${error.message}`, error.hint);
    throw error;
  }
}

function judgedAt(position: Position, { now, limits, historyOf }: FigureInputs) {
  const criteria = { now, limits, historyOf, isUnchecked: () => mayHideAClosedLeg(position) };
  const runs = runsOf(position, { historyOf, now });
  if (position.status !== "open") return { criteria, runs, reasons: [], found: [] };
  const { concern, found } = judge(position, runs, criteria);
  return { criteria, runs, reasons: concern.reasons, found };
}

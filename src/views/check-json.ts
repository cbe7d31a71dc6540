import type { Applied } from "../alerts/rules/apply.js";
import type { Rule } from "../alerts/rules/rule.js";
import type { Criteria } from "../analytics/criteria.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { plainValue, RESULTS, type Result } from "./check-row.js";
import { limitsJson } from "./status-json.js";

/** What a check rests on. */
export interface CheckInputs {
  /** File of the rules. */
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly criteria: Criteria;
  /** Number of open positions. */
  readonly positions: number;
}

/** Output of `check -o json`; its shape is that of `carry schema check`. */
export function checkJson(all: readonly Applied[], inputs: CheckInputs): Sourced<unknown> {
  const { path, rules, criteria, positions } = inputs;
  return sourced({
    inputs: {
      rules: path,
      service_time: new Date(criteria.now).toISOString(),
      ...limitsJson(criteria.limits),
    },
    rows: all.map(rowJson),
    totals: {
      positions,
      ...countsOf(all),
      rules: rules.map((rule) => ({
        name: rule.name,
        scope: rule.scope,
        severity: rule.severity,
        when: rule.when.text,
        ...countsOf(all.filter((it) => it.rule === rule)),
      })),
    },
  });
}

function rowJson({ rule, position, verdict, figures, missing, error }: Applied) {
  const plain = figures.map(({ name, value }) => [name, plainValue(value)] as const);
  return {
    rule: rule.name,
    severity: rule.severity,
    scope: rule.scope,
    position_id: position?.position_id ?? null,
    asset: position?.asset ?? null,
    result: verdict,
    figures: Object.fromEntries(plain),
    missing,
    error,
  };
}

/** Counts results by kind. */
export function countsOf(all: readonly Applied[]): Readonly<Record<Result, number>> {
  const count = (result: Result) => all.filter(({ verdict }) => verdict === result).length;
  const [failed, unknown, passed] = RESULTS;
  return { [failed]: count(failed), [unknown]: count(unknown), [passed]: count(passed) };
}

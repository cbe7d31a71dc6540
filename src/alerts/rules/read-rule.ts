import { BOOK_REASON } from "../../base/reason-codes.js";
import { SEVERITIES } from "../../base/severity.js";
import { readDuration, UNIT_MS } from "../../base/time/duration.js";
import { UsageError } from "../../base/usage-error.js";
import { QueryError } from "../../output/formats/errors.js";
import { nearestTo } from "../../output/text/nearest.js";
import { checkExpression } from "./check.js";
import { Doubt } from "./doubt.js";
import { parseCondition } from "./plain-numbers.js";
import { limitOf, reasonOf } from "./reason-rule.js";
import {
  type Condition,
  ID_PREFIX,
  type JudgedReason,
  RULE_KEYS,
  RULE_NAME,
  type Rule,
  type RuleKey,
  type RuleScope,
  SCOPES,
} from "./rule.js";
import type { Shape } from "./shape.js";

type Table = Readonly<Record<string, unknown>>;

/** Name of the alert of a blind watch. */
const RESERVED = "blind";

/** Returns a rule of a table. @param place its file, line and number, for messages @throws {UsageError} */
export function ruleOf(
  table: Table,
  place: string,
  records: Readonly<Record<RuleScope, Shape>>,
): Rule {
  const name = nameOf(table, place);
  const at = place.replace(/\d+$/, `"${name}"`);
  for (const key of Object.keys(table)) checkKey(key, at);
  const isOfBook = table.when === BOOK_REASON;
  const scope = oneOf(table, "scope", SCOPES, at) ?? (isOfBook ? "portfolio" : "position");
  const when = conditionOf(table, at, records[scope]);
  if (when === undefined) throw new UsageError(`${at}: when is missing`, "it says what is wrong");
  const reason = judgedReason(table, { when, scope }, at);
  const severity = oneOf(table, "severity", SEVERITIES, at);
  return {
    ...{ name, scope, when, reason },
    severity: reason === undefined ? (severity ?? "warning") : severity,
    except: exceptOf(table, scope, at),
    forMs: durationOf(table, at),
  };
}

/** Returns the reason of `status` that a rule names, with the limit of the rule. */
function judgedReason(
  { limit }: Table,
  { when, scope }: Pick<Rule, "when" | "scope">,
  at: string,
): JudgedReason | undefined {
  const code = reasonOf(when.tree, scope);
  const own = code === undefined ? undefined : limitOf(code);
  if (limit === undefined) return code && { code, within: (limits) => limits };
  if (own === undefined || code === undefined) {
    throw new UsageError(
      `${at}: limit: ${code ?? "an expression"} has no limit`,
      code === undefined ? "compare with the limit in when" : undefined,
    );
  }
  const text = typeof limit === "number" ? String(limit) : limit;
  const read = typeof text === "string" ? own.read(text) : undefined;
  if (typeof text !== "string" || read === undefined) {
    throw new UsageError(`${at}: limit: ${quoted(limit)} is not ${own.allowed}`);
  }
  return { code, limit: text, within: (limits) => ({ ...limits, ...read }) };
}

function nameOf({ name }: Table, place: string): string {
  if (name === undefined) throw new UsageError(`${place}: name is missing`);
  if (typeof name !== "string" || !RULE_NAME.test(name)) {
    throw new UsageError(
      `${place}: name: ${quoted(name)} is not a name`,
      "use up to 64 letters, digits, _, - and .",
    );
  }
  if (name !== RESERVED) return name;
  throw new UsageError(`${place}: name: "${name}" is the alert that nothing can be seen`);
}

function checkKey(key: string, at: string): void {
  if (RULE_KEYS.some((it) => it === key)) return;
  const near = nearestTo(key, RULE_KEYS);
  throw new UsageError(
    `${at}: "${key}" is unknown`,
    near === undefined ? `a rule has ${RULE_KEYS.join(", ")}` : `did you mean ${near}?`,
  );
}

function oneOf<const T extends string>(
  table: Table,
  key: RuleKey,
  values: readonly T[],
  at: string,
): T | undefined {
  const { [key]: value } = table;
  const found = values.find((it) => it === value);
  if (value === undefined || found !== undefined) return found;
  throw new UsageError(`${at}: ${key}: ${quoted(value)} is not one of ${values.join(", ")}`);
}

function conditionOf({ when: text }: Table, at: string, record: Shape): Condition | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== "string" || text.trim() === "") {
    throw new UsageError(`${at}: when: ${quoted(text)} is not a JMESPath expression`);
  }
  try {
    const tree = parseCondition(text, "when");
    checkExpression(tree, record);
    return { text, tree };
  } catch (error) {
    if (error instanceof Doubt) throw new UsageError(`${at}: when: ${error.message}`, error.hint);
    if (!(error instanceof QueryError)) throw error;
    throw new UsageError(`${at}: ${error.message}`, error.hint);
  }
}

function exceptOf({ except = [] }: Table, scope: RuleScope, at: string): string[] {
  if (!Array.isArray(except)) {
    throw new UsageError(`${at}: except: ${quoted(except)} is not a list`, 'write ["92bc28c3"]');
  }
  if (scope === "portfolio" && except.length > 0) {
    throw new UsageError(`${at}: except: a rule about the portfolio has no exceptions`);
  }
  return except.map((prefix: unknown) => {
    const text = typeof prefix === "string" ? prefix.toLowerCase() : "";
    if (ID_PREFIX.test(text)) return text;
    throw new UsageError(
      `${at}: except: ${quoted(prefix)} is not the beginning of a position id`,
      "use 4 or more of its characters, such as 92bc28c3",
    );
  });
}

const UNITS = ["s", "m", "h", "d", "w"] as const;

function durationOf({ for: value }: Table, at: string): number {
  if (value === undefined) return 0;
  const read = typeof value === "string" ? readDuration(value, UNITS) : undefined;
  if (read?.unit !== undefined) return Math.round(read.amount * UNIT_MS[read.unit]);
  throw new UsageError(`${at}: for: ${quoted(value)} is not a duration`, 'such as "30m" or "6h"');
}

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

import { isRecord } from "../base/collections.js";
import { readNamed } from "../base/storage/read-file.js";
import { readDuration, UNIT_MS } from "../base/time/periods.js";
import { UsageError } from "../base/usage-error.js";
import { CAUSES, type Cause, causeSpec, type Gravity, isCause } from "../figures/causes.js";
import type { Need } from "../figures/figure.js";
import { QueryError } from "../output/formats/format.js";
import { nearestTo } from "../output/text/words.js";
import { FILE } from "../run/kinds.js";
import type { OptionsData } from "../run/option.js";
import { type Condition, conditionOf } from "./condition.js";
import { BOOK_NAMES, POSITION_NAMES } from "./names.js";

/** Pattern of the name of a rule, which is also a label of metrics. */
const RULE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Subject of a rule: each open position, or all of them together. */
export const SCOPES = ["position", "book"] as const;
export type RuleScope = (typeof SCOPES)[number];

/** How serious a rule of a file can be. */
const SEVERITIES = ["critical", "warning"] as const;

/** A rule: a cause of `status`, or a condition of a rules file. */
export interface Rule {
  readonly name: string;
  readonly scope: RuleScope;
  /** Of a cause that only says what is unknown: unknown. Then the rule does not fail, but is unknown. */
  readonly severity: Gravity;
  /** What is wrong, as it is written. */
  readonly when: string;
  /** The cause that it names; undefined for a condition. */
  readonly cause?: Cause | undefined;
  readonly condition?: Condition | undefined;
  /** Milliseconds for which it has to hold before there is an alert. */
  readonly forMs: number;
  readonly needs: readonly Need[];
}

/** Reports whether a rule is a cause of `status` by its own name; a rule of a file can have any name. */
export function isOwnCause({ name, cause }: Rule): boolean {
  return cause === name;
}

/** The causes of `status`, which are the rules without a file. */
const BUILT_IN_RULES: readonly Rule[] = Object.keys(CAUSES).map((key) => {
  const cause = key as Cause;
  const { severity } = causeSpec(cause);
  return {
    name: cause,
    scope: "position",
    severity,
    when: cause,
    cause,
    forMs: 0,
    needs: ["funding"],
  };
});

/** Option of commands that judge. */
export const RULES_OPTION = {
  rules: {
    kind: FILE,
    value: "file",
    help: "judge by the rules of this file instead of the causes of status",
  },
} as const satisfies OptionsData;

/**
 * Returns the rules of a file; without one the causes of `status`.
 * @throws {UsageError} for a file that does not exist or is not valid, naming the line
 * @throws {StorageError} for a file that cannot be read
 */
export async function rulesOf(path: string | undefined): Promise<readonly Rule[]> {
  if (path === undefined) return BUILT_IN_RULES;
  const text = readNamed(path);
  if (text !== undefined) return parseRules(path, text);
  throw new UsageError(
    `--rules: ${path} does not exist`,
    "`carry check --init --rules <file>` writes one to change",
  );
}

type Table = Readonly<Record<string, unknown>>;

/** Reads the text of a rules file. @param path for messages @throws {UsageError} naming the rule */
async function parseRules(path: string, text: string): Promise<Rule[]> {
  const rules = tablesOf(path, await parseToml(path, text)).map((table, index) =>
    ruleOf(table, path, index + 1),
  );
  const twice = rules.find(({ name }, at) => rules.some((it, i) => i < at && it.name === name));
  if (twice === undefined) return rules;
  throw new UsageError(`${path}: there are two rules named "${twice.name}"`);
}

async function parseToml(path: string, text: string): Promise<Table> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new UsageError(
      `${path}, line ${error.line}, column ${error.column}: not valid TOML: ${reason}`,
      "`carry check --init --rules <file>` writes an example",
    );
  }
}

/** Returns the `[[rule]]` tables. @throws {UsageError} for anything else, and without one */
function tablesOf(path: string, { rule: tables, ...others }: Table): Table[] {
  const [other] = Object.keys(others);
  const hint = "begin each rule with [[rule]]";
  if (other !== undefined) throw new UsageError(`${path}: "${other}" is unknown`, hint);
  if (!Array.isArray(tables) || tables.length === 0 || !tables.every(isRecord)) {
    throw new UsageError(`${path}: there are no rules`, hint);
  }
  return tables;
}

/** Keys of a rule in a rules file. */
const RULE_KEYS = ["name", "when", "scope", "severity", "for"] as const;

/** Name of the alert of a watch that sees nothing. */
const RESERVED = "blind";

function ruleOf(table: Table, path: string, number: number): Rule {
  const { name, when } = table;
  if (typeof name !== "string" || !RULE_NAME.test(name) || name === RESERVED) {
    const hint = `up to 64 letters, digits, _, - and .; not ${RESERVED}`;
    throw new UsageError(`${path}: rule ${number}: name: ${quoted(name)} is not a name`, hint);
  }
  const at = `${path}: rule "${name}"`;
  for (const key of Object.keys(table)) checkKey(key, at);
  if (typeof when !== "string" || when.trim() === "") {
    throw new UsageError(
      `${at}: when: ${quoted(when)} is not a condition`,
      "it says what is wrong",
    );
  }
  const scope = oneOf(table, "scope", SCOPES, at) ?? "position";
  const severity = oneOf(table, "severity", SEVERITIES, at);
  const rule = { name, scope, when, forMs: durationOf(table, at) };
  const cause = when.trim();
  if (scope === "position" && isCause(cause)) {
    const own = causeSpec(cause).severity;
    const usual = own === "unknown" ? "warning" : own;
    return { ...rule, cause, severity: severity ?? usual, needs: ["funding"] };
  }
  try {
    const condition = conditionOf(when, scope === "book" ? BOOK_NAMES : POSITION_NAMES);
    return { ...rule, condition, severity: severity ?? "warning", needs: condition.needs };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new UsageError(`${at}: ${error.message}`, error.hint);
  }
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
  key: "scope" | "severity",
  values: readonly T[],
  at: string,
): T | undefined {
  const { [key]: value } = table;
  const found = values.find((it) => it === value);
  if (value === undefined || found !== undefined) return found;
  throw new UsageError(`${at}: ${key}: ${quoted(value)} is not one of ${values.join(", ")}`);
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

import { isRecord } from "../../base/is-record.js";
import { UsageError } from "../../base/usage-error.js";
import { ruleOf } from "./read-rule.js";
import type { Rule, RuleScope } from "./rule.js";
import type { Shape } from "./shape.js";

/**
 * Reads the text of a rules file.
 * @param path for messages
 * @param records shapes of the records that rules are about
 * @throws {UsageError} naming the line, for a text that is not valid
 */
export async function parseRules(
  path: string,
  text: string,
  records: Readonly<Record<RuleScope, Shape>>,
): Promise<Rule[]> {
  const tables = tablesOf(path, await parseToml(path, text));
  const lines = linesOf(text, tables.length);
  const rules: Rule[] = [];
  for (const [index, table] of tables.entries()) {
    const line = lines?.[index];
    const place = line === undefined ? path : `${path}, line ${line}`;
    const rule = ruleOf(table, `${place}: rule ${index + 1}`, records);
    if (rules.some(({ name }) => name === rule.name)) {
      throw new UsageError(
        `${place}: there are two rules named "${rule.name}"`,
        "give each rule a name of its own",
      );
    }
    rules.push(rule);
  }
  return rules;
}

async function parseToml(path: string, text: string): Promise<Readonly<Record<string, unknown>>> {
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
function tablesOf(
  path: string,
  { rule: tables = [], ...others }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>>[] {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new UsageError(`${path}: "${other}" is unknown`, "rules are tables: [[rule]]");
  }
  if (!Array.isArray(tables)) {
    throw new UsageError(`${path}: "rule" is one table`, "begin each rule with [[rule]]");
  }
  if (tables.length === 0) {
    throw new UsageError(`${path}: there are no rules`, "begin each rule with [[rule]]");
  }
  return tables.map((table, index) => {
    if (isRecord(table)) return table;
    throw new UsageError(`${path}: rule ${index + 1} is no table`, "begin each rule with [[rule]]");
  });
}

/** Returns the line of each `[[rule]]`; undefined if other lines of the text look like one. */
function linesOf(text: string, rules: number): number[] | undefined {
  const lines = text
    .split("\n")
    .flatMap((line, index) => (/^\s*\[\[\s*["']?rule["']?\s*\]\]/.test(line) ? [index + 1] : []));
  return lines.length === rules ? lines : undefined;
}

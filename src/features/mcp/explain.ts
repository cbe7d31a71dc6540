import type { Fields } from "../../alerts/records/field.js";
import { ToolError } from "../../mcp/tool.js";
import { nearestTo } from "../../output/text/nearest.js";

/** Maximum number of meanings: a name such as `value` has one in every schema. */
const MOST = 10;

/** Begins the fields that each portfolio has of the totals, with their meanings. */
const OF_EACH = "portfolios.totals.";

/** What is read of `carry schema --all`. */
export interface AllSchemas {
  readonly $defs: Readonly<Record<string, { readonly $comment?: string }>>;
}

interface Meaning {
  readonly command: string;
  readonly field: string;
  readonly meaning: string;
}

/**
 * Returns what the schemas of carry, and the names of rules, say of a field, by its name.
 * @param schemas what `carry schema --all` prints
 * @throws {ToolError} for a name that none of them has
 */
export async function explain(name: string, schemas: AllSchemas): Promise<readonly object[]> {
  const inSchemas = Object.values(schemas.$defs).flatMap(({ $comment: command = "", ...schema }) =>
    meaningsIn(schema, []).map((it) => ({ command, ...it })),
  );
  const all = [...inSchemas, ...(await namesOfRules())];
  const wanted = name.trim().toLowerCase();
  const named = all.filter(({ field }) => field === wanted || field.endsWith(`.${wanted}`));
  const found = named.filter(({ field }) => !field.startsWith(OF_EACH));
  if (found.length > 0) return oncePerMeaning(found).slice(0, MOST);
  const names = new Set(all.map(({ field }) => field.split(".").at(-1) ?? field));
  const near = nearestTo(wanted, [...names]);
  throw new ToolError(
    "NOT_FOUND",
    `no field is called "${name}"`,
    near === undefined ? undefined : `did you mean ${near}?`,
  );
}

async function namesOfRules(): Promise<Meaning[]> {
  const { POSITION_FIELDS } = await import("../../alerts/records/position-fields.js");
  const { PORTFOLIO_FIELDS } = await import("../../alerts/records/portfolio-fields.js");
  return [...namesIn(POSITION_FIELDS), ...namesIn(PORTFOLIO_FIELDS)];
}

function namesIn(fields: Fields<never>, prefix = "rows.figures."): Meaning[] {
  return Object.entries(fields).flatMap(([name, { what, within = {} }]) => [
    { command: "carry check", field: prefix + name, meaning: what },
    ...namesIn(within, `${prefix}${name}.`),
  ]);
}

function oncePerMeaning(meanings: readonly Meaning[]): Meaning[] {
  return [...new Map(meanings.map((it) => [`${it.field} ${it.meaning}`, it])).values()];
}

/** Returns every described field of a JSON Schema with its path. */
function meaningsIn(schema: unknown, path: readonly string[]): Omit<Meaning, "command">[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === "properties" || key === "$defs") return fieldsOf(value, path);
    return meaningsIn(value, path);
  });
}

function fieldsOf(properties: object, path: readonly string[]): Omit<Meaning, "command">[] {
  return Object.entries(properties).flatMap(([name, schema]: [string, unknown]) => {
    const own = [...path, name];
    const description = (schema as { description?: unknown }).description;
    const field = own.join(".");
    return [
      ...(typeof description === "string" ? [{ field, meaning: description }] : []),
      ...meaningsIn(schema, own),
    ];
  });
}

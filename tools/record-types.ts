import ts, { factory } from "typescript";
import type * as z from "zod/mini";
import { createAuxiliaryTypeStore, printNode, zodToTs } from "zod-to-ts";
import { RECORDS } from "../src/client/resources/registry.js";

const HEAD =
  "// Generated from the schemas by `npm run records`, so that the types need no zod. Do not edit.\n";

/** Returns TypeScript source of the records' types, with the descriptions of the fields. */
export function recordTypes(): string {
  const records = [...RECORDS].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = new Map<unknown, string>(records.map(([name, { schema }]) => [schema, name]));
  const members = new Map(records.map(([name, { schema }]) => [name, membersOf(schema, names)]));
  const types = records.map(
    ([name, { about }]) => `/** ${about} */\n${declaration(name, members)}`,
  );
  return `${HEAD}\n${types.join("\n\n")}\n`;
}

/** Members of a record by their names, that of an index signature being empty. */
type Members = ReadonlyMap<string, ts.TypeElement>;

function membersOf(schema: z.ZodMiniObject, names: ReadonlyMap<unknown, string>): Members {
  const { node } = zodToTs(schema as never, {
    auxiliaryTypeStore: createAuxiliaryTypeStore(),
    overrideFunction: (part) => {
      const known = part === (schema as unknown) ? undefined : names.get(part);
      return known === undefined ? undefined : factory.createTypeReferenceNode(known);
    },
  });
  if (!ts.isTypeLiteralNode(node)) throw new Error("a schema is that of no record");
  return new Map(node.members.map((it) => [it.name && "text" in it.name ? it.name.text : "", it]));
}

/** Declares a record; one that has all members of another extends it by those that differ. */
function declaration(name: string, all: ReadonlyMap<string, Members>): string {
  const own = all.get(name) ?? new Map<string, ts.TypeElement>();
  const [base, shared] =
    [...all].find(([other, its]) => {
      return other !== name && its.size > 1 && [...its.keys()].every((it) => own.has(it));
    }) ?? [];
  const text = (it: ts.TypeElement | undefined) => it && printNode(it);
  const members = [...own].filter(([key, it]) => text(it) !== text(shared?.get(key)));
  const parent =
    base && factory.createExpressionWithTypeArguments(factory.createIdentifier(base), []);
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const heritage = parent
    ? [factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [parent])]
    : [];
  const type = factory.createInterfaceDeclaration(
    exported,
    name,
    [],
    heritage,
    members.map(([, it]) => it),
  );
  return printNode(type).replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2));
}

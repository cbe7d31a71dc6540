import ts, { factory } from "typescript";
import type * as z from "zod/mini";
import { createAuxiliaryTypeStore, printNode, zodToTs } from "zod-to-ts";
import { RECORDS } from "../src/client/resources/registry.js";

const HEAD =
  "// Generated from the schemas by `npm run reference`, so that the types need no zod. Do not edit.\n";

/** Returns TypeScript source of the records' types, with the descriptions of the fields. */
export function recordTypes(): string {
  const records = [...RECORDS].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = new Map<unknown, string>(records.map(([name, { schema }]) => [schema, name]));
  const types = records.map(
    ([name, { about, schema }]) => `/** ${about} */\n${declaration(name, schema, names)}`,
  );
  return `${HEAD}\n${types.join("\n\n")}\n`;
}

function declaration(
  name: string,
  schema: z.ZodMiniObject,
  names: ReadonlyMap<unknown, string>,
): string {
  const { node } = zodToTs(schema as never, {
    auxiliaryTypeStore: createAuxiliaryTypeStore(),
    overrideFunction: (part) => {
      const known = part === (schema as unknown) ? undefined : names.get(part);
      return known === undefined ? undefined : factory.createTypeReferenceNode(known);
    },
  });
  if (!ts.isTypeLiteralNode(node)) throw new Error(`${name} is no record`);
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const type = factory.createInterfaceDeclaration(exported, name, [], [], node.members);
  return printNode(type).replaceAll(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2));
}

import { isRecord } from "../base/is-record.js";
import type { ToolInput, ToolInputs } from "./tool.js";

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchema(inputs: ToolInputs): Record<string, unknown> {
  const properties = Object.entries(inputs).map(([name, { required: _, ...schema }]) => [
    name,
    schema,
  ]);
  const required = Object.keys(inputs).filter((name) => inputs[name]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Describes why arguments are not what a tool accepts; undefined when they are. */
export function misfit(inputs: ToolInputs, value: unknown): string | undefined {
  if (!isRecord(value)) return "the arguments are not an object";
  const given = new Map<string, unknown>(Object.entries(value));
  const unknown = [...given.keys()].find((name) => !Object.hasOwn(inputs, name));
  if (unknown !== undefined) {
    const names = Object.keys(inputs);
    const known = names.length === 0 ? "there are none" : `the arguments are ${names.join(", ")}`;
    return `unknown argument ${JSON.stringify(unknown)}: ${known}`;
  }
  for (const [name, input] of Object.entries(inputs)) {
    const fault = faultOf(input, given.get(name));
    if (fault !== undefined) return `${name} ${fault}`;
  }
  return undefined;
}

function faultOf({ type, enum: allowed, required }: ToolInput, value: unknown): string | undefined {
  if (value === undefined) return required === true ? "is missing" : undefined;
  if (type === "integer") return Number.isSafeInteger(value) ? undefined : "is not an integer";
  if (typeof value !== "string") return "is not a text";
  if (allowed === undefined || allowed.includes(value)) return undefined;
  return `is none of ${allowed.join(", ")}`;
}

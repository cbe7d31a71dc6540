import { keepsDigits, parseExactly } from "../../base/json-digits.js";
import { visible } from "../../base/safe-text.js";
import { type Printed, ToolError } from "../../mcp/tool.js";
import type { Captured } from "./captured.js";

interface Line {
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/**
 * Returns what a command line printed with `-o json`.
 * @throws {ToolError} when stdout is not one whole JSON value: the command failed
 */
export function printedBy({ stdout, stderr }: Captured): Printed {
  const lines = stderr().split("\n").flatMap(messageOf);
  const value = parsed(stdout());
  if (value !== undefined) {
    const notes = lines.map(({ kind, message }) => visible(`${kind}: ${message}`));
    return { value: value.value, notes };
  }
  const failure = lines.findLast(({ kind }) => kind === "error");
  const { code = "UNKNOWN", message = "the command printed nothing", hint } = failure ?? {};
  throw new ToolError(code, visible(message), hint === undefined ? undefined : visible(hint));
}

function messageOf(line: string): readonly (Line & { readonly kind: string })[] {
  const entries = Object.entries(parsed(line)?.value ?? {});
  return entries.flatMap(([kind, it]) =>
    typeof it === "object" && it !== null && kind !== "debug" ? [{ kind, ...(it as Line) }] : [],
  );
}

/** Returns a JSON value without losing digits; undefined when the text is none. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value: keepsDigits(text) ? value : parseExactly(text) };
  } catch {
    return undefined;
  }
}

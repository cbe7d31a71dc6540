import { type FormatContext, formatCell } from "../text/format.js";
import type { Column, Total } from "./column.js";

const SIGNS = { at_least: ["≥", ">="], at_most: ["≤", "<="] } as const;

/** Returns a figure of a page with its signs: `≥12.00` for a bound, `~3.10` for an estimate. */
export function figureText(
  { kind, value, signed, about, bound }: Omit<Total, "label">,
  look: FormatContext,
): string {
  const text = formatCell(kind, value, look, signed);
  if (value == null) return text;
  return `${boundSign(bound, look.unicode)}${about ? "~" : ""}${text}`;
}

/** Returns the text of a cell with the sign of its bound. */
export function cellText<Row>(
  { kind, signed, bound, about }: Column<Row>,
  row: Row,
  value: unknown,
  look: FormatContext,
): string {
  return figureText({ kind, value, signed, bound: bound?.(row), about: about?.(row) }, look);
}

/** Returns the sign of a bound. */
function boundSign(bound: Total["bound"], unicode: boolean): string {
  return bound === undefined ? "" : SIGNS[bound][unicode ? 0 : 1];
}

import type { Figure } from "../base/decimal.js";
import type { Total } from "../output/table/column.js";
import type { Marks } from "../output/table/mark.js";
import type { Kind } from "../output/text/kind.js";

/** Presentation of a figure besides its value. */
export interface FigureRemarks {
  readonly signed?: true;
  readonly mark?: Marks;
  /** Note after the figure. */
  readonly note?: string | undefined;
  /** Note if there is no figure. */
  readonly missing?: string;
}

/** Formats a figure as a line of a page. */
export function figure(
  label: string,
  kind: Kind,
  value: Figure,
  { note, missing, ...look }: FigureRemarks = {},
): Total {
  const said = value === null ? missing : note;
  return {
    label,
    kind,
    value: value?.toFixed(),
    ...look,
    ...(said !== undefined && { note: said }),
  };
}

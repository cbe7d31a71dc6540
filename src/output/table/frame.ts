import Table from "cli-table3";

/** The parts of a table that are not cells. */
export interface Frame {
  /** The line below the header. */
  readonly rule: string;
  /** Puts padded cells between what the frame draws around them. */
  readonly line: (cells: readonly string[]) => string;
}

/*
 * cli-table3 draws the frame around one row of stand-ins, and the rows are put in their place. Given
 * the rows themselves it compares every cell with every cell above it (1,000 rows of 14 columns took
 * most of a second), and it measures wide characters by older rules than terminals do now.
 */
const STAND_IN = "x";

/** Draws the frame of a table with columns of these widths: no lines but a thin rule. */
export function drawFrame(widths: readonly number[], unicode: boolean): Frame {
  const cells = widths.map((width) => STAND_IN.repeat(width));
  const none = { top: "", "top-mid": "", "top-left": "", "top-right": "", left: "", right: "" };
  const table = new Table({
    chars: {
      ...none,
      bottom: "",
      "bottom-mid": "",
      "bottom-left": "",
      "bottom-right": "",
      "left-mid": "",
      "right-mid": "",
      mid: unicode ? "─" : "-",
      "mid-mid": "  ",
      middle: "  ",
    },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    head: cells,
  });
  table.push(cells);
  const [, rule = "", pattern = ""] = table.toString().split("\n");
  const gaps = pattern.split(new RegExp(`${STAND_IN}+`));
  return {
    rule,
    line: (row) => gaps.reduce((line, gap, index) => line + (row[index - 1] ?? "") + gap),
  };
}

import Table from "cli-table3";

/** Parts of a table other than cells. */
export interface Frame {
  /** Line below the header. */
  readonly rule: string;
  /**
   * Joins padded cells with the lines of the frame.
   * @param signs signs one column wide, which replace the frame's last space before the cell
   */
  readonly line: (cells: readonly string[], signs?: readonly (string | undefined)[]) => string;
}

/*
 * cli-table3 draws the frame around one row of placeholders, which are then replaced by the rows.
 * With the rows themselves it compares every cell with every cell above it (1,000 rows of 14 columns
 * took most of a second), and it measures wide characters by outdated rules.
 */
const STAND_IN = "x";

/** Draws the frame of a table with columns of these widths: only a thin rule below the header. */
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
    line: (row, signs = []) =>
      gaps.reduce(
        (line, gap, index) => line + (row[index - 1] ?? "") + withSign(gap, signs[index]),
        "",
      ),
  };
}

function withSign(gap: string, sign: string | undefined): string {
  return sign === undefined || gap === "" ? gap : gap.slice(0, -1) + sign;
}

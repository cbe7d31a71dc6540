// Formats the figures as a Markdown table, as in bench/results.md.

const HEADINGS = ["figure", "compared with", "ratio", "goal", "last", "measured"];

/** Formats figures as a table. @param last ratios of the last run, from {@link lastResults} */
export function asTable(figures, last) {
  const rows = figures.map((it) => [
    it.figure,
    it.than,
    it.ratio === undefined ? "missing" : it.ratio.toFixed(3),
    it.goal === undefined ? "" : it.goal.toFixed(3),
    last.get(keyOf(it.figure, it.than)) ?? "",
    [
      it.ms === undefined ? "" : `${it.ms.toFixed(0)} ms`,
      it.peak ? `${it.peak.toFixed(0)} MiB` : "",
      it.detail ?? "",
    ]
      .filter((text) => text !== "")
      .join(", "),
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(HEADINGS), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

/** Returns the ratios in the first table of a Markdown text made by {@link asTable}. */
export function lastResults(text) {
  const found = new Map();
  for (const line of text.split("\n")) {
    const [, figure, than, ratio] = line.split("|").map((cell) => cell.trim());
    const key = keyOf(figure, than);
    if (/^\d+\.\d+$/.test(ratio ?? "") && !found.has(key)) found.set(key, ratio);
  }
  return found;
}

function keyOf(figure, than) {
  return `${figure}|${than}`;
}

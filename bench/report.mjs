// Formats the figures as a Markdown table, as in bench/results.md, and compares them with an earlier one.

const HEADINGS = ["figure", "compared with", "ratio", "±", "goal", "last", "measured"];

/** Noise of a ratio that was measured once, as a share of it. */
const NOISE_OF_ONE = 0.05;

/** Formats figures as a table. @param last ratios of the last run, from {@link lastResults} */
export function asTable(figures, last) {
  const rows = figures.map((it) => [
    it.figure,
    it.than,
    it.ratio === undefined ? "missing" : it.ratio.toFixed(3),
    it.noise === undefined ? "" : it.noise.toFixed(3),
    it.goal === undefined ? "" : it.goal.toFixed(3),
    last.get(keyOf(it.figure, it.than))?.ratio.toFixed(3) ?? "",
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

/** Returns ratios and their noise in the first table of a Markdown text made by {@link asTable}. */
export function lastResults(text) {
  const found = new Map();
  for (const line of text.split("\n")) {
    const [, figure, than, ratio, noise] = line.split("|").map((cell) => cell.trim());
    const key = keyOf(figure, than);
    if (!/^\d+\.\d+$/.test(ratio ?? "") || found.has(key)) continue;
    found.set(key, { ratio: Number(ratio), noise: noise === "" ? undefined : Number(noise) });
  }
  return found;
}

/**
 * Returns a line for each figure that got worse by more than the noise of both runs, and for each that
 * misses its goal.
 */
export function findings(figures, last) {
  const measured = figures.filter(({ ratio }) => ratio !== undefined);
  const worse = measured.flatMap((it) => {
    const before = last.get(keyOf(it.figure, it.than));
    if (before === undefined || it.ratio - before.ratio <= noiseOf(it) + noiseOf(before)) return [];
    return `worse: ${named(it)} is ${shown(it)}, was ${shown(before)}`;
  });
  const missed = measured
    .filter(({ ratio, goal }) => goal !== undefined && ratio > goal)
    .map((it) => `goal missed: ${named(it)} is ${shown(it)}, goal ${it.goal.toFixed(3)}`);
  return [...(worse.length > 0 ? worse : ["nothing got worse by more than noise"]), ...missed];
}

function noiseOf({ ratio, noise = ratio * NOISE_OF_ONE }) {
  return noise;
}

function shown(it) {
  return `${it.ratio.toFixed(3)} ± ${noiseOf(it).toFixed(3)}`;
}

function named({ figure, than }) {
  return `${figure}, compared with ${than},`;
}

function keyOf(figure, than) {
  return `${figure}|${than}`;
}

// Formats the figures as a table, and compares them with earlier ones.

/** Noise of a ratio that was measured once, as a share of it. */
const NOISE_OF_ONE = 0.05;

/**
 * Formats figures as a table.
 * @param last figures of an earlier run, from {@link resultsOf}; without them, there is no such column
 */
export function asTable(figures, last) {
  const before = (it) => last?.get(keyOf(it.figure, it.than))?.ratio.toFixed(3) ?? "";
  const columns = [
    ["figure", (it) => it.figure],
    ["compared with", (it) => it.than],
    ["ratio", (it) => it.ratio?.toFixed(3) ?? "missing"],
    ["±", (it) => it.noise?.toFixed(3) ?? ""],
    ["goal", (it) => it.goal?.toFixed(3) ?? ""],
    ...(last === undefined ? [] : [["last", before]]),
    ["processors", (it) => it.cpuRatio?.toFixed(3) ?? ""],
    ["measured", measuredOf],
  ];
  const headings = columns.map(([heading]) => heading);
  const rows = figures.map((it) => columns.map(([, cell]) => cell(it)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

function measuredOf({ ms, cpu, peak, detail }) {
  const texts = [
    ms === undefined ? undefined : `${ms.toFixed(0)} ms`,
    cpu === undefined ? undefined : `processors ${cpu.toFixed(0)} ms`,
    peak ? `${peak.toFixed(0)} MiB` : undefined,
    detail,
  ];
  return texts.filter((text) => text !== undefined).join(", ");
}

/** Returns the figures of a run that have a ratio, by what they measure and are compared with. */
export function resultsOf(figures) {
  const measured = figures.filter(({ ratio }) => ratio !== undefined);
  return new Map(measured.map((it) => [keyOf(it.figure, it.than), it]));
}

/**
 * Returns a line for each figure that got worse by more than the noise of both runs, and for each that
 * misses its goal.
 */
export function findings(figures, last = new Map()) {
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

const isLeft = ({ status }) => status === "Survived" || status === "NoCoverage";

/** Returns the score of a report of Stryker as a line: which part of the changes a test noticed. */
export function scoreOf(report) {
  const noticed = mutantsOf(report).filter(isNoticed).length;
  const all = noticed + mutantsOf(report).filter(isLeft).length;
  const percent = all === 0 ? "-" : `${((100 * noticed) / all).toFixed(1)} %`;
  return `${percent}, ${noticed} of ${all} mutants noticed`;
}

/** Returns the changes that no test noticed, each with its place and what it put there. */
export function survivorsOf(report) {
  return mutantsOf(report)
    .filter(isLeft)
    .map(({ file, source, location, replacement, status }) => {
      const { start, end } = location;
      const lines = source.split("\n").slice(start.line - 1, end.line);
      lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
      lines[0] = lines[0].slice(start.column - 1);
      const [was, now] = [lines.join("\n"), replacement].map((text) => text.replace(/\s+/g, " "));
      const untested = status === "NoCoverage" ? " (no test runs it)" : "";
      return `${file}:${start.line}:${start.column}${untested}\n  - ${was}\n  + ${now}`;
    });
}

/** Returns a report without the mutants that no test noticed, which Stryker would not try again. */
export function withoutSurvivors(report) {
  const files = Object.entries(report.files).map(([file, { mutants, ...rest }]) => [
    file,
    { ...rest, mutants: mutants.filter((mutant) => !isLeft(mutant)) },
  ]);
  return { ...report, files: Object.fromEntries(files) };
}

function isNoticed({ status }) {
  return status === "Killed" || status === "Timeout";
}

function mutantsOf(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  );
}

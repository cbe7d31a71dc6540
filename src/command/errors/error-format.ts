import { FORMATS, OUTPUT_FORMATS } from "../../output/formats/all-formats.js";

/**
 * Reports whether errors are printed as JSON. Uses the raw words, since the error may be that they
 * could not be parsed.
 */
export function wantsJsonErrors(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  let format = env.CARRY_OUTPUT;
  let chosen: string | undefined;
  argv.forEach((word, index) => {
    if (word === "--error-format") chosen = argv[index + 1];
    else if (word.startsWith("--error-format=")) chosen = word.slice("--error-format=".length);
    else if (word === "--json") format = "json";
    else if (word === "--csv") format = "csv";
    else if (word === "-o" || word === "--output") format = argv[index + 1];
    else if (word.startsWith("--output=")) format = word.slice("--output=".length);
    else if (/^-o./.test(word)) format = word.slice(2);
  });
  if (chosen === "json" || chosen === "text") return chosen === "json";
  const known = OUTPUT_FORMATS.find((name) => name === format);
  return known !== undefined && FORMATS[known].jsonMessages;
}

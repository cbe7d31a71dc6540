import { FORMATS, OUTPUT_FORMATS } from "../../output/formats/all-formats.js";

/** Reports whether errors are printed as JSON, by the raw words: the error may be that they do not parse. */
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
    else if (/^(-[qv]*o|--output)$/.test(word)) format = argv[index + 1];
    else if (word.startsWith("--output=")) format = word.slice("--output=".length);
    else format = /^-[qv]*o(.+)/.exec(word)?.[1] ?? format;
  });
  if (chosen === "json" || chosen === "text") return chosen === "json";
  const known = OUTPUT_FORMATS.find((name) => name === format);
  return known !== undefined && FORMATS[known].jsonMessages;
}

import { FORMATS, OUTPUT_FORMATS } from "../../output/formats/all-formats.js";

/** Reports whether errors are printed as JSON, by the raw words: the error may be that they do not parse. */
export function wantsJsonErrors(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  let format = env.CARRY_OUTPUT;
  argv.forEach((word, index) => {
    if (word === "--json") format = "json";
    else if (word === "--csv") format = "csv";
    else if (/^(-[qv]*o|--output)$/.test(word)) format = argv[index + 1];
    else if (word.startsWith("--output=")) format = word.slice("--output=".length);
    else format = /^-[qv]*o(.+)/.exec(word)?.[1] ?? format;
  });
  const known = OUTPUT_FORMATS.find((name) => name === format);
  return known !== undefined && FORMATS[known].jsonMessages;
}

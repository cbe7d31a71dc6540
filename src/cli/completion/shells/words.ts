import type { Offer } from "../offer.js";
import { answerOf, described, type Request, type Shell } from "./shell.js";

/**
 * Parses the request of zsh and fish, which remove quotes themselves: the number of words before the
 * cursor, `--`, and the words.
 */
function readWords(argv: readonly string[]): Request | undefined {
  const [count, dashes, ...words] = argv;
  const place = Number(count);
  const current = words[place];
  if (dashes !== "--" || current === undefined) return undefined;
  return { before: words.slice(0, place), current, after: words.slice(place + 1), write };
}

/**
 * Formats all words, which both shells filter themselves, with directives: the kind of the words, `files`
 * to add file names, `anycase`, and `comma` or `colon` as the following character.
 */
function write({ what, prefix, typed, words, files, anyCase, follows }: Offer): string {
  if (files) return answerOf([what, "files"], prefix, [typed]);
  if (words.length === 0) return "";
  const suffix = { "": "", ",": "comma", ":": "colon" }[follows];
  return answerOf(
    [what, anyCase ? "anycase" : "", suffix],
    prefix,
    words.map((word) => `${word.value}\t${described(word)}`),
  );
}

export const fish: Shell = { hasSuffixes: false, read: readWords };

export const zsh: Shell = { hasSuffixes: true, read: readWords };

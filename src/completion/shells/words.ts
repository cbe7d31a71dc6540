import type { Offer } from "../offer.js";
import { answerOf, type Request } from "../protocol.js";
import { described } from "./text.js";

/**
 * Reads what zsh and fish ask, which take quotes off words themselves: how many words stand before
 * the cursor, `--`, and the words.
 */
export function readWords(argv: readonly string[]): Request | undefined {
  const [count, dashes, ...words] = argv;
  const place = Number(count);
  const current = words[place];
  if (dashes !== "--" || current === undefined) return undefined;
  return { before: words.slice(0, place), current, after: words.slice(place + 1), write };
}

/**
 * Writes every word, since both shells choose in their own way from them, with what the shell has to
 * know of them: `files` to add the names of files to, `anycase`, `comma` or `colon` as what follows.
 * The second line is what stands before each word.
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

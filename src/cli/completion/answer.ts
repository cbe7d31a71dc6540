import type { ProgramModel } from "../../run/completion-model.js";
import { readLine } from "./line.js";
import { type Lookup, type Offer, offerFor } from "./offer.js";
import { bash } from "./shells/bash.js";
import { powershell } from "./shells/powershell.js";
import {
  answerOf,
  described,
  isOneLine,
  PROTOCOL,
  type Request,
  type Shell,
} from "./shells/shell.js";

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

const fish: Shell = { hasSuffixes: false, read: readWords };

const zsh: Shell = { hasSuffixes: true, read: readWords };

const SHELLS = new Map<string | undefined, Shell>(Object.entries({ bash, zsh, fish, powershell }));

/**
 * Returns the answer of `carry __complete` to a shell's script, empty for an invalid request.
 * @param argv the version of the protocol, the shell, and its arguments
 */
export function answer(argv: readonly string[], program: ProgramModel, lookup: Lookup): string {
  const [version, name, ...request] = argv;
  const shell = SHELLS.get(name);
  if (version !== PROTOCOL || shell === undefined) return "";
  try {
    const read = shell.read(request);
    if (read === undefined) return "";
    const line = readLine(program, read);
    const offer = offerFor(read.current, { line, lookup, hasSuffixes: shell.hasSuffixes });
    const words = offer.words.filter(({ value }) => isOneLine(value));
    return read.write({ ...offer, words }, lookup.files);
  } catch {
    return "";
  }
}

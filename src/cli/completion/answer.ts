import type { ProgramModel } from "../../run/completion-model.js";
import { readLine } from "./line.js";
import { type Lookup, offerFor } from "./offer.js";
import { bash } from "./shells/bash.js";
import { powershell } from "./shells/powershell.js";
import { isOneLine, PROTOCOL, type Shell } from "./shells/shell.js";
import { fish, zsh } from "./shells/words.js";

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

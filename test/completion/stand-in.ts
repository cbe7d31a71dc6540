import { execFileSync } from "node:child_process";
import { constants, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { answer } from "../../src/cli/completion/answer.js";
import { lookupOn } from "../../src/cli/completion/lookup.js";
import type { Lookup } from "../../src/cli/completion/offer.js";
import type { ProgramModel } from "../../src/run/completion-model.js";

/** Script of a stand-in `carry` for a TAB press, as lines of a POSIX shell. */
export const ASK_STAND_IN = `printf '%s\\0' "$#" "$@" > "$HOME/ask"; exec cat "$HOME/reply"`;

/**
 * Answers {@link ASK_STAND_IN} in this process, for a fictional program, so that the shell need not
 * wait for another process to start.
 * @returns a function that stops it
 */
export function standIn(
  home: string,
  program: ProgramModel,
  values: Lookup["values"] = () => [],
): () => void {
  const here = { env: {}, platform: process.platform, now: 0, directory: home };
  const lookup = { ...lookupOn(here), values };
  const ask = join(home, "ask");
  const reply = join(home, "reply");
  execFileSync("mkfifo", [ask, reply]);
  // Also open for writing, so that it never ends.
  const socket = new Socket({ fd: openSync(ask, constants.O_RDWR | constants.O_NONBLOCK) });
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    const [count, ...argv] = text.split("\0");
    if (argv.length <= Number(count)) return;
    text = "";
    // argv[0] is `__complete`; the last element is the rest of the text, which is empty
    void writeFile(reply, answer(argv.slice(1, -1), program, lookup));
  });
  return () => socket.destroy();
}

import { execFileSync } from "node:child_process";
import { constants, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { answer } from "../../src/completion/answer.js";
import { lookupOn } from "../../src/completion/lookup.js";
import type { ProgramModel } from "../../src/completion/model.js";
import type { Lookup } from "../../src/completion/offer.js";

/** What a `carry` that is not the real one does at a TAB press, as lines of a POSIX shell. */
export const ASK_STAND_IN = `printf '%s\\0' "$#" "$@" > "$HOME/ask"; exec cat "$HOME/reply"`;

/**
 * Answers {@link ASK_STAND_IN} from within this process, for a program that is made up: a shell waits
 * for no other process to start.
 * @returns ends it
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
  // Open for writing too, so that it never ends.
  const socket = new Socket({ fd: openSync(ask, constants.O_RDWR | constants.O_NONBLOCK) });
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    const [count, ...argv] = text.split("\0");
    if (argv.length <= Number(count)) return;
    text = "";
    // argv[0] is `__complete`; behind the last one stands what is left of the text, which is nothing
    void writeFile(reply, answer(argv.slice(1, -1), program, lookup));
  });
  return () => socket.destroy();
}

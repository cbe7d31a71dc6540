import { mkdirSync, writeFileSync } from "node:fs";
import { script, tempHome } from "../settings/home.js";
import { PORTFOLIO } from "../support/records.js";
import type { Bomb, StagedBomb } from "./bomb.js";

/** Asks for a key a command that is a script of the shell. */
async function asking(body: string): Promise<StagedBomb> {
  const home = tempHome();
  const profile = {
    "base-url": "http://127.0.0.1:1",
    "api-key-command": script(home, "give-key", body),
    portfolio: PORTFOLIO,
  };
  mkdirSync(home.directory, { mode: 0o700 });
  const config = JSON.stringify({ version: 1, current: "default", profiles: { default: profile } });
  writeFileSync(home.file, config, { mode: 0o600 });
  return {
    argv: ["positions", "list"],
    env: { ...home.env, PATH: process.env.PATH ?? "" },
  };
}

const STOPPED = /printed more than 1024 kB and was stopped/;

/** Commands for a key that print without an end. */
export const keyCommandBombs: readonly Bomb[] = [
  "exec cat /dev/zero",
  "echo the-key; exec yes",
  "exec cat /dev/zero >&2",
].map((body) => ({
  what: `a key command that runs \`${body}\``,
  stage: () => asking(body),
  exit: 3,
  says: STOPPED,
}));

import { expect, it } from "vitest";
import { faultyServer } from "../support/faulty-server.js";
import { CTRL_C, openTerminal } from "../support/pty.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";

/** Returns the first frame of the spinner on a terminal while the service does not answer. */
async function firstFrame(env: Readonly<Record<string, string>>): Promise<string> {
  const server = await faultyServer(() => {});
  const terminal = openTerminal(["positions", "get", uuidOf(1)], {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    CARRY_CONFIG_DIR: "/nonexistent",
    ...env,
  });
  await terminal.shows(" fetching");
  const [, frame = ""] = /(\S+) fetching/.exec(terminal.screen()) ?? [];
  terminal.type(CTRL_C);
  await terminal.ended;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours themselves
  return frame.replace(/\u001b\[\??\d*[a-zA-Z]/g, "");
}

it.each([
  ["braille", { LANG: "C.UTF-8" }, /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]$/],
  ["ASCII where the locale has nothing else", { LANG: "C" }, /^[-\\|/]$/],
  ["ASCII on the Linux console", { TERM: "linux" }, /^[-\\|/]$/],
])("the spinner is %s", async (_, env, frame) => {
  expect(await firstFrame(env)).toMatch(frame);
});

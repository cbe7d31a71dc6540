import { describe, expect, it } from "vitest";
import { CARRY } from "../support/bundle.js";
import { runCarry } from "../support/process.js";
import { CTRL_C, openProgram, openTerminal } from "../support/pty.js";
import { sandboxForFile } from "../support/sandbox.js";
import { SECRET_ENV } from "../support/secret-env.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const LIST = ["positions", "list", "--no-color"];
const LOW = { rows: 12, columns: 80 };

/** Output of a listing on a terminal, and its exit code. */
async function shown(pager: string, argv: readonly string[] = LIST, options = LOW) {
  const terminal = openTerminal(argv, { ...env(), CARRY_PAGER: pager }, options);
  const code = await terminal.ended;
  return { code, text: terminal.screen() };
}

/** Does the same without CARRY_PAGER. */
function openUnset(more: Readonly<Record<string, string>>) {
  const words = ["/usr/bin/env", "-u", "CARRY_PAGER", process.execPath, CARRY, ...LIST];
  return openProgram(words, { ...env(), ...more }, LOW);
}

const MARKING = "cat; echo paged by $0";

/* No shell: a trap of sh loses a signal that comes just before its read blocks. */
const INTERRUPTED = `
  process.on("SIGINT", () => console.log("interrupted"));
  process.stdin.resume().on("end", () => {
    const keys = new (require("node:tty").ReadStream)(require("node:fs").openSync("/dev/tty"));
    keys.once("data", (line) => { console.log("left by", line.toString().trim()); keys.destroy(); });
    console.log("ready");
  });
`;

describe.skipIf(process.platform === "win32")("a listing on a terminal", () => {
  it("goes through the pager when it is longer than the terminal is high", async () => {
    const { code, text } = await shown(MARKING);
    expect(code).toBe(0);
    expect(text).toMatch(/position .*SUI\.a51f.*paged by/s);
  });

  it.each([
    ["is short", MARKING, LIST, { rows: 60, columns: 80 }],
    ["is json", MARKING, [...LIST, "-o", "json"], LOW],
    ["is csv", MARKING, [...LIST, "--csv"], LOW],
    ["has an empty CARRY_PAGER", "", LIST, LOW],
    ["fits itself to the terminal", MARKING, ["status"], { rows: 24, columns: 80 }],
  ])("is printed as it is when it %s", async (_what, pager, argv, size) => {
    const { code, text } = await shown(pager, argv, size);
    expect(code).toBe(0);
    expect(text).toMatch(/asset|position/);
    expect(text).not.toContain("paged by");
  });

  it("is printed with a warning when the pager is missing or fails", async () => {
    const missing = await shown("no-such-pager -x");
    expect(missing.code).toBe(0);
    expect(missing.text).toMatch(/position .*SUI\.a51f/s);
    expect(missing.text).toContain(
      'warning: the pager "no-such-pager -x" ended with exit code 127',
    );
    const failing = await shown("exit 3");
    expect(failing.text).toMatch(/position .*SUI\.a51f.*ended with exit code 3/s);
  });

  it("is no failure when the pager is left before the end", async () => {
    const { code, text } = await shown("head -n 1");
    expect(code).toBe(0);
    expect(text).not.toContain("SUI.a51f");
    expect(text).not.toContain("warning");
  });

  it("does not show the pager keys, and gives less the options that git gives it", async () => {
    const pager = 'echo "keys: $(env | grep -c -E "^(CARRY_API_KEY|AWS_S)"), less=$LESS."; cat';
    const own = env();
    expect(own.CARRY_API_KEY).toBeTruthy();
    const { CARRY_API_KEY_FILE: _, ...secrets } = SECRET_ENV; // /secret-2 is no file to read a key from
    const terminal = openTerminal(LIST, { ...secrets, ...own, CARRY_PAGER: pager }, LOW);
    await terminal.ended;
    expect(terminal.screen()).toContain("keys: 0, less=FRX.");
  });

  it("takes PAGER where there is no CARRY_PAGER", async () => {
    const terminal = openUnset({ PAGER: MARKING });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain("paged by");
  });

  it("takes less where neither is set, which q leaves with exit code 0", async () => {
    const terminal = openUnset({});
    await terminal.shows("position");
    await terminal.shows(":");
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).not.toContain("SUI.a51f");
  });

  it("leaves Ctrl-C to the pager", async () => {
    const pager = `"${process.execPath}" -e '${INTERRUPTED}'`;
    const terminal = openTerminal(LIST, { ...env(), CARRY_PAGER: pager }, LOW);
    await terminal.shows("ready");
    terminal.type(CTRL_C);
    await terminal.shows("interrupted");
    terminal.type("q\r");
    await terminal.shows("left by q");
    expect(await terminal.ended).toBe(0);
  });

  it("is printed without a word where there is no less", async () => {
    const terminal = openUnset({ PATH: "/nonexistent" });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain("SUI.a51f");
    expect(terminal.screen()).not.toContain("warning");
  });
});

describe.skipIf(process.platform === "win32")("help on a terminal", () => {
  it.each([
    ["carry", []],
    ["carry --help", ["--help"]],
    ["a group", ["positions"]],
    ["the help of a command", ["positions", "list", "--help"]],
    ["carry help with a command", ["help", "positions", "list"]],
    ["a topic", ["help", "options"]],
  ])("goes through the pager when it is longer than the terminal is high: %s", async (_, argv) => {
    const { code, text } = await shown(MARKING, argv);
    expect(code).toBe(0);
    expect(text).toMatch(/ {2}carry .*paged by|Global options:.*paged by/s);
  });

  it.each([
    ["fits the terminal", MARKING, ["auth", "logout", "-h"], { rows: 25, columns: 80 }],
    ["is the whole of carry and fits", MARKING, ["--help"], { rows: 80, columns: 80 }],
    ["has an empty CARRY_PAGER", "", ["--help"], LOW],
    ["is a topic with an empty CARRY_PAGER", "", ["help", "options"], LOW],
  ])("is printed as it is when it %s", async (_what, pager, argv, size) => {
    const { code, text } = await shown(pager, argv, size);
    expect(code).toBe(0);
    expect(text).toMatch(/Usage:|Global options:/);
    expect(text).not.toContain("paged by");
  });

  it("is printed with a warning when the pager fails", async () => {
    const { code, text } = await shown("exit 3", ["--help"]);
    expect(code).toBe(0);
    expect(text).toMatch(/Global options:.*ended with exit code 3/s);
  });
});

describe("help in a pipe", () => {
  it.each([[[]], [["--help"]], [["positions", "list", "--help"]], [["help", "environment"]]])(
    "is never paged: %j",
    async (argv) => {
      const { stdout, code } = await runCarry(argv, { CARRY_PAGER: "echo paged" });
      expect(code).toBe(0);
      expect(stdout).toMatch(/carry/i);
      expect(stdout).not.toContain("paged");
    },
  );
});

describe("a listing in a pipe", () => {
  it("is never paged", async () => {
    const { stdout, code } = await runCarry(LIST, { ...env(), CARRY_PAGER: "echo paged" });
    expect(code).toBe(0);
    expect(stdout).toContain("SUI.a51f");
    expect(stdout).not.toContain("paged");
  });
});

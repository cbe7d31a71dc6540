import { expect, it } from "vitest";
import { REMOVED_COMMANDS, REMOVED_OPTIONS } from "../../src/commands/help/removed.js";
import { carry } from "../support/carry.js";

/** What is typed, and the hint below the error. */
it.each([
  // a word that is an option, or a command of a group
  ["version", "did you mean `carry --version`?"],
  ["outlook", "type `carry list --view funding`"],
  ["markets", "did you mean `carry funding markets`?"],
  ["login", "did you mean `carry auth login`?"],
  ["rm main", "did you mean `carry profile remove`?"],
  ["status history", "did you mean `carry funding history`?"],
  ["positions sync", "did you mean `carry archive sync`?"],
  ["positions help", "did you mean `carry positions --help`?"],
  ["list positions", "did you mean `carry positions`?"],
  ["exit-codes", "did you mean `carry help exit-codes`?"],
  // a mistyped word
  ["positions histroy", "did you mean `carry funding history`?"],
  ["positions lsit", "did you mean `carry positions list`?"],
  ["postions lsit", "did you mean `carry positions`?"],
  ["lsit", "did you mean `carry list`?"],
  ["gte AVAX", "did you mean `carry get`?"],
  ["rsik", "did you mean `carry risk`?"],
  ["Status", "did you mean `carry status`?"],
  ["hepl errors", "did you mean `carry help`?"],
  // nothing like it
  ["zzzzzzzz", "see `carry --help`"],
  ["constructor", "see `carry --help`"],
  ["assets ETH", "see `carry assets --help`"],
  ["funding compare 1 2 3", "see `carry funding compare --help`"],
  // a mistyped option
  ["positions list --perf", "did you mean `--performance`?"],
  ["list --perfomance", "did you mean `--performance`?"],
  ["list -performance", "did you mean `--performance`?"],
  ["list --JSON", "did you mean `--json`?"],
  ["list --color", "did you mean `--no-color`?"],
  ["list --col", "did you mean `--columns`?"],
  ["list --leg", "did you mean `--legs`?"],
  ["--verison", "did you mean `--version`?"],
  ["list --hlep", "did you mean `--help`?"],
  ["list --no", "did you mean `--no-performance` or `--no-color`?"],
  ["funding rank --refrehs", "did you mean `--refresh`?"],
  ["list --csv=x", "--csv takes no value"],
  // an option of another command, or before its command
  ["funding compare 1 2 --stress 10%", "it is an option of `carry positions list`"],
  ["positions --limit 5", "it is an option of `carry positions list`"],
  ["status --start 7d", /^it is an option of `carry positions pnl`, `carry funding history`, /],
  ["positions list --zzzzzzzz", "see `carry positions list --help`"],
  ["positions -5", "see `carry positions --help`"],
  ["list -x", "see `carry list --help`"],
  // help
  ["help positions lst", /^did you mean `carry help positions list`\? the topics are agents, /],
  ["help exitcodes", /^did you mean `carry help exit-codes`\? /],
  ["help ranks", /^did you mean `carry help rank`\? /],
  ["help version", /^did you mean `carry --version`\? /],
  ["help zzzzzzzz", /^the topics are agents, .*; `carry --help` lists the commands$/],
])("carry %s ends with 2, runs nothing, and says: %s", async (line, hint) => {
  const { code, stdout, stderr } = await carry(line.split(" "));
  expect([code, stdout]).toEqual([2, ""]);
  const [error, said, ...more] = stderr.split("\n");
  expect(error).toMatch(/^error: /);
  expect(more).toEqual([""]);
  expect(said?.replace(/^hint: /, "")).toEqual(
    typeof hint === "string" ? hint : expect.stringMatching(hint),
  );
});

it.each(Object.entries(REMOVED_COMMANDS))(
  "carry %s, removed, ends with 2 and says: %s",
  async (old, instead) => {
    const { code, stderr } = await carry([...old.split(" "), "3", "--start", "7d"]);
    expect([code, stderr.split("\n")[1]]).toEqual([2, `hint: ${instead}`]);
    const help = await carry(["help", ...old.split(" ")]);
    expect([help.code, help.stderr]).toEqual([2, expect.stringContaining(instead)]);
  },
);

it.each(Object.entries(REMOVED_OPTIONS))(
  "carry status %s, removed, ends with 2 and says: %s",
  async (flag, instead) => {
    const { code, stdout, stderr } = await carry(["status", flag, "1"]);
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      `error: unknown option '${flag}'\nhint: ${instead}\n`,
    ]);
  },
);

it("an unknown option is named without its value, which may be a key", async () => {
  const { stderr } = await carry(["list", "--zzzzzzzz=secret"]);
  expect(stderr).toBe("error: unknown option '--zzzzzzzz'\nhint: see `carry list --help`\n");
});

it("an unknown option behind a negative number is the one that is named", async () => {
  const { stderr } = await carry(["funding", "history", "-5", "--zzzzzzzz"]);
  expect(stderr).toContain("unknown option '--zzzzzzzz'");
});

it("a hint is in the error as JSON, too", async () => {
  const { stderr } = await carry(["outlook", "-o", "json"]);
  expect(JSON.parse(stderr)).toEqual({
    error: {
      code: "USAGE",
      message: "unknown command 'outlook'",
      exit_code: 2,
      retryable: false,
      hint: "type `carry list --view funding`",
    },
  });
});

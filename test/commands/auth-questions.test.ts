import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Home } from "../settings/home.js";
import { carry, type Outcome } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";
import { loggedInto } from "./auth-session.js";

const { sandbox } = sandboxForFile();

const KEY = "API key for profile default";
const PORTFOLIO = "Portfolio (uuid";
const CLEAR = "\u0015"; // Ctrl-U

/** Runs `carry auth login` on a terminal, and types each answer when its question is shown. */
function answering(
  home: Home,
  argv: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[],
  env: Record<string, string> = {},
  screen: { readonly terminal?: number } = {},
): Promise<Outcome> {
  const keyboard = new PassThrough();
  const left = [...answers];
  let shown = "";
  return carry(["auth", "login", ...argv], {
    env: { ...home.env, ...env },
    clock: { now: () => NOW, sleep: () => new Promise(() => {}) },
    stdin: Object.assign(keyboard, { isTTY: true, setRawMode: () => keyboard }),
    errorTerminal: 200,
    ...screen,
    onStderr(text) {
      shown += text;
      const [question = "", answer] = left[0] ?? [];
      if (answer === undefined || !shown.includes(question)) return;
      left.shift();
      shown = "";
      setImmediate(() => keyboard.write(`${answer}\r`));
    },
  });
}

/** A home whose profile names its portfolio. */
async function withNamedPortfolio(): Promise<Home> {
  const home = await loggedInto(sandbox());
  for (const [key, value] of [
    ["portfolios.main", sandbox().portfolioId],
    ["portfolio", "main"],
    ["record", "off"],
  ] as const) {
    expect((await carry(["profile", "set", key, value], { env: home.env })).code).toBe(0);
  }
  return home;
}

describe("the questions of auth login", () => {
  it("end with the reason when the key is refused, and store nothing of it", async () => {
    const home = await withNamedPortfolio();
    const { code, stderr } = await answering(
      home,
      ["--portfolio", "main"],
      [
        ["Base URL", ""],
        [KEY, "second-key"],
      ],
    );
    expect([code, stderr]).toEqual([3, expect.stringContaining("refused the API key")]);
    expect(home.profiles().default?.["api-key"]).toBe(sandbox().apiKey);
  });

  it("take an empty portfolio for none, although the profile has one", async () => {
    const home = await withNamedPortfolio();
    const answers = [
      ["Base URL", ""],
      [KEY, ""],
      [PORTFOLIO, CLEAR],
    ] as const;
    const { code } = await answering(home, [], answers);
    expect([code, home.profiles().default]).toEqual([
      0,
      {
        "base-url": sandbox().url,
        "api-key": sandbox().apiKey,
        "portfolios.main": sandbox().portfolioId,
        record: "off",
      },
    ]);
  });

  it.each([{ TERM: "dumb" }, { TERM: "" }, { FORCE_COLOR: "0" }])(
    "have no colours with %j, and no escaped line break",
    async (env) => {
      const home = await loggedInto(sandbox());
      const answers = [
        ["Base URL", ""],
        [KEY, ""],
        [PORTFOLIO, ""],
        ["Keep a history", "n"],
      ] as const;
      const { code, stderr } = await answering(home, [], answers, {
        ...env,
        CARRY_ARCHIVE: "/archive",
      });
      expect(code).toBe(0);
      expect(stderr).not.toContain("\\n");
      expect(stderr).not.toContain("\u001b[7m"); // a cursor in reverse video
    },
  );

  it("end with 0 for a profile that is new", async () => {
    const home = await loggedInto(sandbox());
    const { url, apiKey, portfolioId } = sandbox();
    const argv = ["--profile", "second", "--portfolio", portfolioId];
    const question = "API key for profile second";
    const { code, stderr } = await answering(
      home,
      argv,
      [
        ["Base URL", url],
        [question, apiKey],
        ["Keep a history", ""],
      ],
      {},
      { terminal: 100 },
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("no profile is named")]);
    expect(home.profiles().second).toMatchObject({ "api-key": apiKey, record: "on" });
  });
});

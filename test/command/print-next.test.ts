import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/output/formats/all-formats.js";
import type { Context } from "../../src/run/context.js";
import { printNext } from "../../src/run/print.js";

const LINES = [
  ["get", "SUI.1a9f"],
  ["positions", "rotate", "$(x).1a9f"],
];

/** Returns what is printed at the end of a screen. */
async function printed({
  width = 100,
  isTTY = true,
  quiet = false,
  header = true,
  hints = true,
  format = FORMATS.table,
  profile = undefined as string | undefined,
  portfolio = undefined as string | undefined,
  baseUrl = undefined as string | undefined,
  archive = undefined as string | undefined,
  lines = LINES,
} = {}): Promise<string> {
  const parts: string[] = [];
  const write = async (text: string) => parts.push(text);
  const look = { color: false, unicode: true, width };
  const context = {
    io: { stdout: { isTTY, write } },
    common: { quiet, profile },
    sourcesWithoutProfile: () => ({ options: { portfolio, archive, "base-url": baseUrl } }),
    outputOptions: async () => ({ format, header, look }),
    setting: async () => hints,
  };
  await printNext(context as unknown as Context, lines);
  return parts.join("");
}

describe("the last line of a screen", () => {
  it("names the next commands, ready to copy into a shell", async () => {
    expect(await printed()).toBe("next: carry get SUI.1a9f · carry positions rotate '$(x).1a9f'\n");
  });

  it("repeats the profile and the portfolios that were typed, without which they show something else", async () => {
    const lines = [
      ["get", "BNB.41d2"],
      ["funding", "rank", "BNB"],
      ["status", "--profile", "other"],
    ];
    expect(await printed({ width: 200, profile: "desk", portfolio: "all", lines })).toBe(
      "next: carry get BNB.41d2 --profile desk --portfolio all · carry funding rank BNB --profile desk · carry status --profile other --portfolio all\n",
    );
  });

  it("repeats a base URL that was typed, without which they ask another service", async () => {
    expect(await printed({ baseUrl: "https://api.example.com" })).toBe(
      "next: carry get SUI.1a9f --base-url https://api.example.com\n",
    );
  });

  it("has as many of them as fit in the line", async () => {
    expect(await printed({ width: 40 })).toBe("next: carry get SUI.1a9f\n");
    expect(await printed({ width: 20 })).toBe("");
  });

  it.each([{ isTTY: false }, { quiet: true }, { hints: false }, { format: FORMATS.json }])(
    "is not printed with %o",
    async (options) => {
      expect(await printed(options as never)).toBe("");
    },
  );
});

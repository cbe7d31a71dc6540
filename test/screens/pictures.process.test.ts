import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bashAlone, fishSetup, zshSetup } from "../completion/setups.js";
import { picturesIn, sandboxVariables, textOf, wordsOf } from "../support/page.js";
import { svgOf } from "../support/picture/picture.js";
import { sandboxForFile } from "../support/sandbox.js";
import { deskForTest } from "../support/scripts.js";
import { startShell } from "../support/shells.js";
import { hasTmux, type Screen, showOnTerminal } from "../support/tmux.js";

const { sandbox } = sandboxForFile({ seed: 1, positions: 24 });

const COLUMNS = 100;
const PICTURES = picturesIn(textOf("README.md"));

/** Names the port of the sandbox, which differs from run to run; its style goes on behind it. */
const SANDBOX_NOTE = /^(.*)note: the sandbox serves .*\n/;

/** Returns what a command prints on a terminal on which nothing is cut. */
function showOutput(argv: readonly string[]): Promise<Screen> {
  const env = { ...sandboxVariables(), LANG: "C.UTF-8", TERM: "screen-256color" };
  return showOnTerminal(argv, { columns: COLUMNS, rows: 40, env });
}

const TAB = "<TAB>";

/** Returns what three shells show when TAB is pressed behind the words before it. */
async function showTab(line: string): Promise<Screen> {
  const desk = deskForTest({ CARRY_ACCEPT_CLOCK: "1" });
  const { url, apiKey, portfolioId } = sandbox();
  const words = `auth login --base-url ${url} --portfolio ${portfolioId} --with-key`;
  await desk.run("sh", ["-c", `printf %s '${apiKey}' | carry ${words} && carry list`]);
  const screens: string[] = [];
  for (const setup of [bashAlone, zshSetup, fishSetup]) {
    const start = setup.install(desk.place, setup.script);
    const PATH = `${desk.bin}:${process.env.PATH}`;
    const shell = await startShell(setup.kind, desk.place, start, { PATH });
    const { screen } = await shell.complete(line.replace(TAB, ""));
    shell.close();
    const lists = screen.split("\u001d").at(-1)?.split("<ready>") ?? [];
    const list = lists[0]?.split("\n").filter((it) => /\((?:open|closed),| -- /.test(it)) ?? [];
    screens.push(`${setup.shell}$ ${line}`, ...list, "");
  }
  const styled = screens.join("\n");
  return { text: styled, styled, isBroken: false };
}

/** Returns what is shown for a command line of the page. */
function show(line: string): Promise<Screen> {
  const [, ...argv] = wordsOf(line);
  if (line.endsWith(TAB)) return showTab(line);
  return showOutput(argv);
}

describe.runIf(hasTmux())("README.md", () => {
  it.for(PICTURES)("shows in $path what $line prints", async (picture, { expect }) => {
    const { styled, isBroken } = await show(picture.line);
    expect(isBroken).toBe(false);
    const screen = styled.replace(SANDBOX_NOTE, "$1");
    const svg = svgOf({ ...picture, title: picture.line, columns: COLUMNS, screen });
    // When this fails: npm run readme
    await expect(svg).toMatchFileSnapshot(`../../${picture.path}`);
  });

  it("shows every picture of docs/img", () => {
    const files = readdirSync(new URL("../../docs/img", import.meta.url));
    expect(PICTURES.map(({ path }) => path).sort()).toEqual(
      files.map((file) => `docs/img/${file}`),
    );
    expect(PICTURES.length).toBeGreaterThan(3);
  });
});

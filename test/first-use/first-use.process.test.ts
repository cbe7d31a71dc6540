import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bashAlone, fishSetup, zshSetup } from "../completion/setups.js";
import { isInstalled } from "../support/needs.js";
import { NOW } from "../support/now.js";
import { CTRL_C, ENTER, openProgram } from "../support/pty.js";
import { sandboxForFile } from "../support/sandbox.js";
import { type Desk, deskForTest } from "../support/scripts.js";
import { startShell } from "../support/shells.js";
import { hasTmux, showOnTerminal } from "../support/tmux.js";

/** What a new user types, in an empty home. `npm ci && npm run demo` and `npm ci && npm test`, the first of the ten, are typed by .ci/run. */

const SANDBOX = { CARRY_PROFILE: "sandbox" };
const SCREENS = {
  list: "list",
  get: "get AVAX",
  history: "funding history binance:BTCUSDT --start 2d",
  assets: "assets",
};
const WIDTHS = [60, 80, 120, 200];

/** The sandbox's clock stands at one moment, so that the screens stay the same. */
const STANDING = {
  ...SANDBOX,
  CARRY_SANDBOX_AT: new Date(NOW).toISOString(),
  CARRY_SANDBOX_FREEZE: "1",
};

const service = sandboxForFile({ positions: 24 });
const home = (): Desk => deskForTest({ CARRY_ACCEPT_CLOCK: "1" }); // the sandbox has a clock of its own

/** Logs in to the sandbox of this file; `key` is what is typed. */
async function logIn(desk: Desk, key: string) {
  const { url, portfolioId } = service.sandbox();
  const words = `auth login --base-url ${url} --portfolio ${portfolioId} --with-key`;
  return desk.run("sh", ["-c", `printf %s '${key}' | carry ${words}`]);
}

describe("a new user", () => {
  it("types carry, and is shown what there is", async () => {
    const { code, stdout, stderr } = await home().run("carry", []);
    expect([code, stderr]).toEqual([0, ""]);
    for (const word of ["list", "get", "status", "positions", "funding", "assets"]) {
      expect(stdout).toMatch(new RegExp(`^ +(?:\\w+, )*${word}\\b`, "m"));
    }
  });

  it("types carry list, and carry get with what its first row begins with", async () => {
    const desk = home();
    const listed = await desk.run("carry", ["list"], STANDING);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(/^ {2}position +long\/short .* net .* why$/m);
    const [, name = "", net = ""] = /^ {2}(\S+) .* ([+-][\d,]+) /m.exec(listed.stdout) ?? [];
    const got = await desk.run("carry", ["get", name], STANDING);
    expect(got.code).toBe(0);
    expect(got.stdout).toContain(name);
    expect(net).not.toBe("");
  });

  it("names every position as its row begins, in any case of letters", async () => {
    const desk = home();
    const listed = await desk.run("carry", ["list", "-o", "tsv", "--columns", "name"], STANDING);
    const names = listed.stdout.trim().toLowerCase().split("\n");
    const got = await desk.run("carry", ["get", ...names, "-o", "json"], STANDING);
    const found = JSON.parse(got.stdout) as { position_id: string }[];
    expect(got.code).toBe(0);
    expect(new Set(found.map((it) => it.position_id)).size).toBe(names.length);
  });

  it.runIf(isInstalled("jq", ["--version"], "list --json | jq was"))(
    "pipes list --json into jq, and writes list --csv to a file",
    async () => {
      const desk = home();
      const piped = await desk.run(
        "sh",
        ["-c", "carry list --json | jq -r '.[].asset' | sort -u | head -3"],
        STANDING,
      );
      expect([piped.code, piped.stdout.split("\n").length]).toEqual([0, 4]);
      const written = await desk.run("sh", ["-c", "carry list --csv > x.csv"], STANDING);
      expect(written.code).toBe(0);
      const [heading = "", ...rows] = desk.read("x.csv").trimEnd().split("\r\n");
      expect(heading).toMatch(/^position_id,asset,status,/);
      expect(rows.length).toBeGreaterThan(24);
    },
  );

  it("asks for the history of a market by its name, its asset and exchange, or its asset", async () => {
    const desk = home();
    const history = (name: string) =>
      desk.run("carry", ["funding", "history", name, "--start", "1d", "--csv"], STANDING);
    const byName = await history("okx:BTC-USDT-SWAP");
    expect([byName.code, byName.stdout.split("\r\n").length]).toEqual([0, 5]);
    expect((await history("btc/OKX")).stdout).toBe(byName.stdout);
    const several = await history("BTC");
    expect(several.code).toBe(2);
    expect(several.stderr).toContain("use one of binance:BTCUSDT, ");
    const none = await history("NOPE");
    expect([none.code, none.stdout]).toEqual([4, ""]);
  });

  it("logs in, and needs no --profile from then on", async () => {
    const desk = home();
    const { code } = await logIn(desk, service.sandbox().apiKey);
    expect(code).toBe(0);
    const listed = await desk.run("carry", ["list", "-o", "tsv", "--columns", "position_id"]);
    expect([listed.code, listed.stdout.trim().split("\n").length]).toEqual([0, 24]);
  });

  it("is told of a wrong key, and nothing is stored", async () => {
    const desk = home();
    const { code, stderr } = await logIn(desk, "not-the-key");
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: .*key/m);
    expect(stderr).toMatch(/^hint: /m);
    expect(existsSync(join(desk.place, ".config", "carry", "config.json"))).toBe(false);
    expect((await desk.run("carry", ["list"])).code).toBe(3);
  });

  it("is told that the service cannot be reached", async () => {
    const env = {
      CARRY_BASE_URL: "http://127.0.0.1:1",
      CARRY_API_KEY: "key",
      CARRY_PORTFOLIO: "7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10",
      CARRY_RETRIES: "0",
    };
    const { code, stdout, stderr } = await home().run("carry", ["list"], env);
    expect([code, stdout]).toEqual([7, ""]);
    expect(stderr).toMatch(/^error: .*127\.0\.0\.1:1/m);
  });

  it("ends a loop of it with Ctrl-C", async () => {
    const desk = home();
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      if (requests === 2)
        terminal.type(CTRL_C); // while the second run waits for its answer
      else response.writeHead(503).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const terminal = openProgram(["bash", "--norc", "-i"], {
      ...{ CARRY_BASE_URL: `http://127.0.0.1:${port}`, CARRY_API_KEY: "key", CARRY_RETRIES: "0" },
      CARRY_PORTFOLIO: service.sandbox().portfolioId,
      PATH: `${desk.bin}:${process.env.PATH}`,
      HOME: desk.place,
      PS1: "<ready>",
    });
    await terminal.shows("<ready>");
    terminal.type(`while :; do carry list -o json; done; echo l"eft"${ENTER}`);
    await terminal.shows("<ready>");
    expect([requests, terminal.screen().includes("left")]).toEqual([2, false]);
  });
});

describe.runIf(hasTmux())("on a real terminal", () => {
  it.for(WIDTHS)("the first screens of %s columns are as stored", async (columns, { expect }) => {
    const screens: string[] = [];
    for (const line of Object.values(SCREENS)) {
      const looks = { LANG: "C.UTF-8", TERM: "screen-256color" };
      const screen = await showOnTerminal([...line.split(" "), "-q"], {
        ...{ columns, rows: 24 },
        env: { ...STANDING, ...looks },
      });
      expect([line, screen.isBroken]).toEqual([line, false]);
      screens.push(`=== carry ${line} ===`, screen.text);
    }
    await expect(screens.join("\n")).toMatchFileSnapshot(`stored/${columns}-columns.txt`);
  });

  it("rows are the same on a terminal and in a pipe", async () => {
    const desk = home();
    const piped = await desk.run("carry", ["list", "-q"], STANDING);
    const screen = await showOnTerminal(["list", "-q"], {
      ...{ columns: 60, rows: 24 },
      env: { ...STANDING, LANG: "C.UTF-8", TERM: "screen", NO_COLOR: "1" },
    });
    const names = (text: string) =>
      Array.from(text.matchAll(/^[●!○ ] ([A-Z]+\.\w+) /gm), ([, name]) => name);
    expect(names(piped.stdout)).toHaveLength(15);
    expect(names(screen.text)).toEqual(names(piped.stdout));
  });
});

describe.each([bashAlone, zshSetup, fishSetup])("TAB in $title", (setup) => {
  const program = setup.kind.argv[0] ?? "";
  it.runIf(isInstalled(program, ["--version"], `TAB in ${program} was`))(
    "offers positions as SUI.1a9f, with what they are, and markets by name",
    async () => {
      const desk = home();
      await logIn(desk, service.sandbox().apiKey);
      const listed = await desk.run("carry", [
        "list",
        "--status",
        "all",
        "-o",
        "csv",
        "--columns",
        "name,status,pair",
      ]);
      await desk.run("carry", ["funding", "markets", "-o", "json"]);
      const start = setup.install(desk.place, setup.script);
      const env = { PATH: `${desk.bin}:${process.env.PATH}` };
      const shell = await startShell(setup.kind, desk.place, start, env);
      onTestFinished(() => shell.close());

      const positions = listed.stdout
        .trim()
        .split("\r\n")
        .slice(1)
        .map((row) => row.split(","));
      const [handle = "", status = "", pair = ""] = positions[0] ?? [];
      expect(positions.length).toBe(24);
      const offered = await shell.complete("carry get ");
      expect([...offered.offered].sort()).toEqual(positions.map(([name]) => name).sort());
      expect(offered.screen).toContain(`${status}, ${pair}`);
      const typed = await shell.complete(`carry get ${handle.slice(0, -1).toLowerCase()}`);
      expect(typed.line).toMatch(new RegExp(`^carry get ${handle.replace(".", "\\.")} ?\\|$`));
      const market = await shell.complete("carry funding history okx:BTC-");
      expect(market.line).toMatch(/okx:BTC-USDT-SWAP ?\|$/);
    },
  );
});

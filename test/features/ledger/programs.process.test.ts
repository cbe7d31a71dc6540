import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempDirectory } from "../../archive/temp-archive.js";
import { past, told } from "../../commands/past-service.js";
import { carry } from "../../support/carry.js";
import { fileOf, hledgerBalances, runProgram } from "../../support/ledger-programs.js";
import { isInstalled } from "../../support/needs.js";
import { NOW } from "../../support/now.js";
import { textOf } from "../../support/page.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../../support/recorded-sandbox.js";

/** Ends five minutes after a midnight. */
const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
const END = MIDNIGHT + HOUR / 12;
const TIMES = timesBetween(END - 5 * DAY, END, DAY / 2);

const recorded = recordedSandboxForFile(TIMES, { seed: 1, positions: 30 });
const ledger = async (...argv: readonly string[]) => {
  const { code, stdout, stderr } = await recorded().carry(["positions", "ledger", ...argv]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

/** Sums a field of the listing with jq, in cents. */
async function jqCents(field: string, ...more: readonly string[]): Promise<number> {
  const argv = ["positions", "list", "--performance", "-o", "json", ...more];
  const { stdout } = await recorded().carry(argv);
  const program = `[.[].performance | ${field}] | add * 100 | round`;
  return Number(execFileSync("jq", [program], { input: stdout, encoding: "utf8" }));
}

/** What a position has received and paid. */
const EARNED = ".funding_pnl + .spread_pnl.realized - .fees.paid";

const sumOf = (balances: ReadonlyMap<string, number>) =>
  [...balances.values()].reduce((sum, cents) => sum + cents, 0);
const has = (program: string) =>
  [program, "jq"].every((it) => isInstalled(it, ["--version"], `ledgers in ${program} were`));

/** What a service may call an asset or an exchange. */
const NAMES = [
  ...[
    "1000PEPE",
    "pepe",
    "PEPE",
    "BTC USD",
    "BTC  USD",
    "均衡",
    "Ünï",
    "",
    " ",
    "-",
    "a:b",
    "a::b",
  ],
  ...['=HYPERLINK("x")', "+1", "@x", "A;B|C", "x  ; y", "(code)", "[2020-01-01]", "[=2020/13/45]"],
  ...[
    "* x",
    "! x",
    ":tag:",
    "key:: 1/0",
    "a, b:c",
    'q"uote\\',
    "\\n",
    "x\n2026-01-01 open Assets:X",
  ],
  ...[
    "x\r\n\tassets:carry  1 USD",
    "rtl\u202egpj",
    "nul\u0000",
    "👩‍👩‍👧",
    "$HOME",
    "`id`",
    "x".repeat(300),
  ],
];
const PAIRS = NAMES.map((name, n) => ({ n: n + 1, name }));

/** Returns a ledger of positions with these names. */
async function hostile(as: string): Promise<string> {
  const service = await past();
  const positions = (funding: number, at: number) =>
    PAIRS.map(({ n, name }) => {
      const leg = { exchange: name, symbol: name };
      const sent = told(n, { funding: funding + n / 100, paid: n, realized: -n / 7, at });
      const legs = sent.legs as object[];
      return { ...sent, asset: name, legs: legs.map((it) => ({ ...it, ...leg })) };
    });
  for (const day of [2, 1, 0]) {
    await service.look(END - day * DAY, positions(10 - day, END - day * DAY));
  }
  const { env } = service;
  const clock = { now: () => END };
  const { stdout, stderr, code } = await carry(["positions", "ledger", "--as", as], { env, clock });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return stdout;
}

describe.runIf(has("hledger"))("positions ledger --as hledger", () => {
  it("passes every check of hledger that a journal of its kind can pass", async () => {
    const path = fileOf(await ledger("--as", "hledger"), "carry.journal");
    runProgram("hledger", ["-f", path, "check", "--strict", "ordereddates"]);
  });

  it("has accounts that balance, and those of the positions hold what jq finds in the listing", async () => {
    const journal = await ledger("--as", "hledger");
    expect(sumOf(hledgerBalances(journal))).toBe(0);
    expect(sumOf(hledgerBalances(journal, "^assets:carry"))).toBe(await jqCents(EARNED));
  });

  it("has the totals of jq in each kind of account, where nothing is recorded", async () => {
    const journal = await ledger("--as", "hledger");
    const found = (account: string) => sumOf(hledgerBalances(journal, `^${account}`)) + 0;
    expect(found("income:carry:funding")).toBe(-(await jqCents(".funding_pnl")));
    expect(found("income:carry:realized")).toBe(-(await jqCents(".spread_pnl.realized")));
    expect(found("expenses:carry:fees")).toBe(await jqCents(".fees.paid"));
  });

  it("marks open positions with !, so that -C has the closed ones alone", async () => {
    const journal = await ledger("--as", "hledger");
    const own = await jqCents(EARNED, "--status", "closed");
    expect(sumOf(hledgerBalances(journal, "^assets:carry", "-C"))).toBe(own);
    expect(own).not.toBe(0);
  });

  it("takes any name of an asset or an exchange for a name, each asset for one of its own", async () => {
    const journal = await hostile("hledger");
    const path = fileOf(journal, "carry.journal");
    runProgram("hledger", ["-f", path, "check", "--strict", "ordereddates"]);
    expect(hledgerBalances(journal, "^assets:carry").size).toBe(NAMES.length);
    expect(hledgerBalances(journal, "^income:carry:funding").size).toBe(NAMES.length);
    expect(journal).not.toMatch(/[^\P{C}\n\u200d]/u);
  });

  it("adds each transaction once, however often and from when on it is imported", async () => {
    const directory = tempDirectory();
    const own = fileOf("", "own.journal");
    const importing = async (...argv: readonly string[]) => {
      writeFileSync(join(directory, "carry.journal"), await ledger("--as", "hledger", ...argv));
      runProgram("hledger", ["-f", own, "import", "carry.journal"], directory);
      return readFileSync(own, "utf8").match(/; id: \S+/g) ?? [];
    };
    const some = await importing("--end", "2026-05-29");
    expect(some.length).toBeGreaterThan(20);
    expect(await importing("--end", "2026-05-29")).toEqual(some);
    const all = await importing();
    expect(await importing()).toEqual(all);
    expect(all).toEqual((await ledger("--as", "hledger")).match(/; id: \S+/g));
    expect(new Set(all).size).toBe(all.length);
  });

  it("finds a posting by its id", async () => {
    const journal = await ledger("--as", "hledger");
    const [, id = ""] = /; id: (\S+\/funding_pnl\/2026-05-30)$/m.exec(journal) ?? [];
    expect(id).toMatch(/^[0-9a-f-]{36}\//);
    const path = fileOf(journal, "carry.journal");
    const found = runProgram("hledger", ["-f", path, "print", `tag:id=^${id}$`]);
    expect(found.match(/; id: /g)).toHaveLength(1);
  });
});

describe.runIf(has("hledger"))("docs/history.md", () => {
  it("has a line that takes the postings that were not imported yet, by their ids", async () => {
    const line = textOf("docs/history.md").match(/^ {4}carry .*\| (awk .* imported\.csv -)$/m)?.[1];
    const directory = tempDirectory();
    const fresh = async (...argv: readonly string[]) =>
      execFileSync("sh", ["-c", line ?? "false"], {
        cwd: directory,
        input: await ledger("--as", "csv", ...argv),
        encoding: "utf8",
      });
    const imported = join(directory, "imported.csv");
    writeFileSync(imported, await ledger("--as", "csv", "--end", "2026-05-29"));
    const rest = await fresh();
    expect(rest.split("\r\n").length).toBeGreaterThan(20);
    appendFileSync(imported, rest);
    expect(await fresh()).toBe("");
    expect(readFileSync(imported, "utf8")).toBe(await ledger("--as", "csv"));
  });
});

describe.runIf(has("ledger"))("the same journal in Ledger", () => {
  it("has no undeclared name, and balances", async () => {
    for (const journal of [await ledger("--as", "hledger"), await hostile("hledger")]) {
      const path = fileOf(journal, "carry.journal");
      const out = runProgram("ledger", ["-f", path, "--strict", "--pedantic", "bal", "--flat"]);
      expect(out.trimEnd().split("\n").at(-1)?.trim()).toBe("0");
    }
  });

  it("has the balances of hledger", async () => {
    const journal = await ledger("--as", "hledger");
    const path = fileOf(journal, "carry.journal");
    const format = "%(account)\t%(quantity(scrub(display_total)))\n";
    const argv = ["-f", path, "bal", "--flat", "--no-total", "--format", format, "^income:"];
    const rows = runProgram("ledger", argv)
      .trim()
      .split("\n")
      .map((line) => line.split("\t"));
    const found = new Map(rows.map(([name = "", usd]) => [name, Math.round(Number(usd) * 100)]));
    expect(found).toEqual(hledgerBalances(journal, "^income:"));
  });
});

describe.runIf(has("bean-check"))("positions ledger --as beancount", () => {
  it("passes bean-check, with the sums of jq", async () => {
    const path = fileOf(await ledger("--as", "beancount"), "carry.beancount");
    runProgram("bean-check", [path]);
    const query = "SELECT sum(number) AS n WHERE account ~ '^Assets:Carry'";
    const sum = runProgram("bean-query", ["-f", "csv", path, query]).trim().split(/\s+/).at(-1);
    expect(Math.round(Number(sum) * 100)).toBe(await jqCents(EARNED));
  });

  it("takes any name of an asset or an exchange for a text", async () => {
    const path = fileOf(await hostile("beancount"), "carry.beancount");
    runProgram("bean-check", [path]);
    const query = "SELECT DISTINCT account WHERE account ~ '^Assets:Carry'";
    const lines = runProgram("bean-query", ["-f", "csv", path, query]).trim().split("\n");
    expect(lines.length - 1).toBe(NAMES.length);
    const names = "SELECT DISTINCT any_meta('asset') AS a WHERE any_meta('asset') = '1000PEPE'";
    expect(runProgram("bean-query", ["-f", "csv", path, names])).toContain("1000PEPE");
  });
});

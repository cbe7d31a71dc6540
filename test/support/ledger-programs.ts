import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDirectory } from "../archive/temp-archive.js";

/** Runs a program that reads ledgers, where names are UTF-8. @throws when it finds a fault */
export function runProgram(program: string, argv: readonly string[], cwd?: string): string {
  return execFileSync(program, argv, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Writes a text to a file of its own and returns the path. */
export function fileOf(text: string, name: string): string {
  const path = join(tempDirectory(), name);
  writeFileSync(path, text);
  return path;
}

/** Returns what hledger finds in each account whose name matches, cents by name. */
export function hledgerBalances(journal: string, ...argv: readonly string[]): Map<string, number> {
  const path = fileOf(journal, "carry.journal");
  const csv = runProgram("hledger", ["-f", path, "bal", "-N", "-O", "csv", "--flat", ...argv]);
  return new Map(
    csv
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => {
        const [, account = "", amount = ""] = /^"(.*)","(.*)"$/.exec(line) ?? [];
        return [account, amount === "0" ? 0 : Math.round(Number(amount.replace(" USD", "")) * 100)];
      }),
  );
}

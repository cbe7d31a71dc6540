/*
 * Requests the known vulnerabilities of all dependencies from the registry. Fails for a high or
 * critical one; prints a notice and succeeds when the registry does not answer.
 */
import { spawnSync } from "node:child_process";

const { stdout, stderr, error } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });

function report() {
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

const counts = report()?.metadata?.vulnerabilities;
if (error !== undefined || counts === undefined) {
  const reason = error?.message ?? report()?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  process.stdout.write(`Advisories: NOT CHECKED, the registry did not answer (${reason})\n`);
} else {
  process.stdout.write(`Advisories: ${JSON.stringify(counts)}\n`);
  for (const [name, { severity, via }] of Object.entries(report().vulnerabilities ?? {})) {
    const titles = via.map((it) => (typeof it === "string" ? it : it.title)).join("; ");
    process.stdout.write(`  ${severity}: ${name}: ${titles}\n`);
  }
  process.exitCode = counts.high + counts.critical > 0 ? 1 : 0;
}

// Figures of the benchmark: carry's time or memory as a ratio to a peer, with the goal of the ratio.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, compared, inTurns, isInstalled } from "./measure.mjs";

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const node = (...argv) => ({ argv: [process.execPath, ...argv] });
export const carry = [process.execPath, here("../bin/carry.js")];
const PORTFOLIO = "11111111-1111-4111-8111-111111111111";

/** Returns a figure: `name` as a ratio to `than`; without a ratio when the peer is missing. */
export function figure(what, measured, name, than, goal) {
  const own = measured.get(name);
  const peer = measured.get(than);
  const found = peer === undefined ? {} : compared(own, peer);
  const { ms, cpu, peak } = own;
  return { figure: what, than, ...found, goal, ms, cpu, peak };
}

export const FLOOR = "node -e 0";

export async function startUp(rounds) {
  const measured = await compare(
    {
      [FLOOR]: node("-e", "0"),
      version: { argv: [...carry, "--version"] },
      help: { argv: [...carry, "--help"] },
      tab: { argv: [...carry, "__complete", "1", "zsh", "2", "--", "positions", "list", "--"] },
    },
    rounds,
  );
  return [
    figure(FLOOR, measured, FLOOR, FLOOR),
    figure("carry --version", measured, "version", FLOOR, 1.15),
    figure("carry --help", measured, "help", FLOOR, 1.15),
    figure("a TAB press that runs carry", measured, "tab", FLOOR, 1.15),
  ];
}

/** Measures `carry assets` against other programs that make the same call. */
export async function oneCall(rounds) {
  return withService(100, 0, async (base) => {
    const url = `${base}/v1/assets`;
    const measured = await compare(
      {
        carry: assets(base),
        "bare undici": node(here("peers/one.mjs"), url),
        "http GET": isInstalled("http") ? { argv: ["http", "GET", url] } : undefined,
        [FLOOR]: node("-e", "0"),
      },
      rounds,
    );
    const what = "one call and a table (carry assets --refresh)";
    return [
      figure(what, measured, "carry", "bare undici", 0.75),
      figure(what, measured, "carry", "http GET"),
      figure(what, measured, "carry", FLOOR, 3.2),
    ];
  });
}

/** Returns the command with one call, which others are compared with. */
export function assets(base) {
  return {
    argv: [...carry, "assets", "--refresh"],
    env: { CARRY_BASE_URL: base, CARRY_API_KEY: "bench" },
  };
}

export const ASSETS = "carry assets";

/** Path of the Python binary, since `python3` may be a script that searches for it. */
const python = isInstalled("python3")
  ? spawnSync("python3", ["-c", "import sys; print(sys.executable)"], {
      encoding: "utf8",
    }).stdout.trim()
  : undefined;

/** Measures the listing of 10,000 positions with performance as csv, 100 per page. */
export async function paging(latency, rounds) {
  return withService(10_000, latency, async (base, url) => {
    const measured = await compare(
      {
        carry: listing(base, "csv"),
        ndjson: latency > 0 ? undefined : listing(base, "ndjson"),
        "bare chain": node(here("peers/chain.mjs"), url),
        "Python loop": python && { argv: [python, here("peers/loop.py"), url] },
      },
      rounds,
    );
    const what = `10,000 positions to csv, ${latency} ms a page`;
    if (latency > 0) {
      return [
        figure(what, measured, "carry", "bare chain", 1.05),
        figure(what, measured, "carry", "Python loop"),
      ];
    }
    const shell = isInstalled("curl") && isInstalled("jq");
    const slow = await inTurns(
      [
        ["carry", listing(base, "csv")],
        ...(shell ? [["shell loop", { argv: ["sh", here("peers/loop.sh"), url] }]] : []),
      ],
      SLOW_ROUNDS,
    );
    return [
      figure(what, measured, "carry", "bare chain", 1.4),
      figure(what, measured, "carry", "Python loop"),
      figure(what, slow, "carry", "shell loop"),
      figure("10,000 positions to ndjson", measured, "ndjson", "bare chain", 1.3),
    ];
  });
}

/** Number of rounds against the shell loop, which takes ten seconds. */
const SLOW_ROUNDS = 3;

/** Measures the time of a long listing against a tenth of it, and its memory. */
export async function longListings(rows) {
  const found = [];
  for (const format of ["ndjson", "csv"]) {
    const [tenth, all] = await listed([rows / 10, rows], format, 3);
    const what = `${rows.toLocaleString("en")} positions to ${format}`;
    found.push(
      {
        figure: what,
        than: "ten times a tenth",
        ratio: all.ms / tenth.ms / 10,
        cpuRatio: all.cpu / tenth.cpu / 10,
        noise: compared(all, tenth).noise / 10,
        goal: 1.15,
        ms: all.ms,
        cpu: all.cpu,
        peak: all.peak,
      },
      memory(what, all, MOST_LISTED),
    );
  }
  return found;
}

/** MiB that a listing of a million positions may use. */
const MOST_LISTED = 150;

/** Compares peak memory with a limit in MiB. */
export function memory(what, { peak }, limit) {
  return {
    ...{ figure: `${what}, peak memory`, than: `${limit} MiB` },
    ...{ ratio: peak / limit, goal: 1, peak },
  };
}

/** Measures listings of these numbers of rows in turns, so that drift of the machine affects all. */
async function listed([rows, ...more], format, rounds, commands = []) {
  if (rows === undefined) return [...(await inTurns(commands, rounds)).values()];
  return withService(rows, 0, (base) =>
    listed(more, format, rounds, [...commands, [rows, listing(base, format)]]),
  );
}

/** Measures 1,000 positions as a table, against the same as csv. */
export async function table(rounds) {
  return withService(1000, 0, async (base) => {
    const measured = await compare(
      { table: listing(base, "table"), csv: listing(base, "csv") },
      rounds,
    );
    return [figure("1,000 positions as a table", measured, "table", "csv", 3.5)];
  });
}

/** Counts the packages and bytes that `npm install -g` of the packed tarball installs. */
export async function installation() {
  const folder = mkdtempSync(join(tmpdir(), "carry-install-"));
  try {
    const npm = (...argv) => {
      const done = spawnSync("npm", argv, { cwd: here(".."), encoding: "utf8" });
      if (done.status !== 0) throw new Error(`npm ${argv.join(" ")}: ${done.stderr}`);
      return done.stdout;
    };
    const [packed] = JSON.parse(
      npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder),
    );
    npm("install", "--global", "--offline", "--prefix", folder, join(folder, packed.filename));
    const installed = join(folder, "lib", "node_modules");
    const bytes = sizeOf(installed);
    const packages = countPackages(installed);
    return [
      {
        figure: "npm install -g of the tarball, packages",
        than: "itself alone",
        ratio: packages,
        goal: 1,
        detail: `${(bytes / 1024).toFixed(0)} KiB on disk`,
      },
      {
        figure: "the tarball",
        than: "900 kB",
        ratio: packed.size / 900_000,
        goal: 1,
        detail: `${(packed.size / 1000).toFixed(0)} kB`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sizeOf(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function countPackages(path) {
  return readdirSync(path, { recursive: true }).filter((name) =>
    /(^|node_modules[\\/])(@[^\\/]+[\\/])?[^\\/]+[\\/]package\.json$/.test(name),
  ).length;
}

function listing(base, format) {
  return {
    argv: [...carry, "positions", "list", "--performance", "-o", format],
    env: {
      CARRY_BASE_URL: base,
      CARRY_API_KEY: "bench",
      CARRY_PORTFOLIO: PORTFOLIO,
    },
  };
}

/** Serves prepared pages in a separate process while `work` runs. */
export async function withService(positions, latency, work, { events = 330, markets = 0 } = {}) {
  const server = spawn(
    process.execPath,
    [here("service.mjs"), ...[positions, latency, events, markets].map(String)],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, BENCH_TEMPLATE: await template() },
    },
  );
  const [line] = await once(server.stdout, "data");
  const base = String(line).trim();
  try {
    return await work(base, `${base}/v1/portfolios/${PORTFOLIO}/positions`);
  } finally {
    server.kill();
  }
}

let page;

/** Returns one page of the sandbox, the template of the served pages. */
async function template() {
  page ??= await sandboxPage();
  return page;
}

async function sandboxPage() {
  const sandbox = spawn(carry[0], [carry[1], "sandbox", "--positions", "100"]);
  let text = "";
  for await (const chunk of sandbox.stdout) {
    text += chunk;
    if (/CARRY_PORTFOLIO=\S+\s/.test(text)) break;
  }
  const setting = (name) => new RegExp(`${name}=(\\S+)`).exec(text)[1];
  const url = `${setting("CARRY_BASE_URL")}/v1/portfolios/${setting("CARRY_PORTFOLIO")}/positions`;
  const response = await fetch(`${url}?include=performance&limit=100`, {
    headers: { authorization: `Bearer ${setting("CARRY_API_KEY")}` },
  });
  const { data } = await response.json();
  sandbox.kill();
  return JSON.stringify(data);
}

// npm run bench: ratios of carry to floors and peers, all measured in this run.
// --rows <n> adds a long listing of n positions (1000000 takes a while); --json prints JSON.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compare, isInstalled } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    rows: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const carry = [process.execPath, here("../bin/carry.js")];
const PORTFOLIO = "11111111-1111-4111-8111-111111111111";
const results = [];

/** Notes `name` as a ratio to `floor`, with the goal it is held against. */
function note(figure, measured, name, floor, goal) {
  const a = measured.get(name);
  const b = measured.get(floor);
  if (a === undefined || b === undefined) {
    results.push({ figure, compared_with: floor, missing: true, goal });
    return;
  }
  results.push({
    figure,
    compared_with: floor,
    ratio: a.ms / b.ms,
    goal,
    ms: a.ms,
    peak_mib: a.peak,
  });
}

async function startUp() {
  const node = { argv: [process.execPath, "-e", "0"] };
  const measured = await compare(
    {
      node,
      version: { argv: [...carry, "--version"] },
      help: { argv: [...carry, "--help"] },
      complete: { argv: [...carry, "__complete", "profile", ""] },
    },
    rounds * 2,
  );
  note("carry --version", measured, "version", "node", 1.2);
  note("carry --help", measured, "help", "node", 1.2);
  note("TAB that asks carry", measured, "complete", "node", 1.3);
}

/** Serves pre-made pages while `work` runs. */
async function withService(positions, latency, work) {
  const server = spawn(
    process.execPath,
    [here("service.mjs"), String(positions), String(latency)],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, BENCH_TEMPLATE: template },
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

function listing(base, format) {
  return {
    argv: [...carry, "positions", "list", "--performance", "-o", format],
    env: { CARRY_BASE_URL: base, CARRY_API_KEY: "bench", CARRY_PORTFOLIO: PORTFOLIO },
  };
}

async function paging(latency) {
  await withService(10_000, latency, async (base, url) => {
    const commands = {
      carry: listing(base, "csv"),
      "bare chain": { argv: [process.execPath, here("peers/chain.mjs"), url] },
      ...(isInstalled("python3") && {
        "python loop": { argv: ["python3", here("peers/loop.py"), url] },
      }),
    };
    const measured = await compare(commands, latency === 0 ? rounds : Math.ceil(rounds / 3));
    const what = `10,000 positions to csv, ${latency} ms a page`;
    note(what, measured, "carry", "bare chain", latency === 0 ? undefined : 1.05);
    note(what, measured, "carry", "python loop", latency === 0 ? 1.25 : undefined);
    if (latency > 0) return;
    if (isInstalled("curl") && isInstalled("jq")) {
      const shell = await compare({ shell: { argv: ["sh", here("peers/loop.sh"), url] } }, 1);
      measured.set("shell loop", shell.get("shell"));
    }
    note(what, measured, "carry", "shell loop", 1 / 12);
  });
}

async function longListing() {
  const rows = Number(values.rows);
  const few = await withService(10_000, 0, (base) => compare({ few: listing(base, "ndjson") }, 3));
  const tenth = await withService(rows / 10, 0, (base) =>
    compare({ tenth: listing(base, "ndjson") }, 1),
  );
  const many = await withService(rows, 0, (base) => compare({ many: listing(base, "ndjson") }, 1));
  const ratio = many.get("many").ms / tenth.get("tenth").ms;
  const figure = `${rows} positions to ndjson`;
  results.push({
    figure,
    compared_with: "a tenth of them",
    ratio,
    goal: 11.5,
    ms: many.get("many").ms,
  });
  results.push({
    figure: `${figure}, peak memory`,
    compared_with: "10,000 of them",
    ratio: many.get("many").peak / few.get("few").peak,
    goal: 1.5,
    peak_mib: many.get("many").peak,
  });
}

/** One page of the sandbox, as the template of what is served. */
async function sandboxPage() {
  const sandbox = spawn(carry[0], [carry[1], "sandbox", "--positions", "100"]);
  const [text] = await once(sandbox.stdout, "data");
  const setting = (name) => new RegExp(`${name}=(\\S+)`).exec(String(text))[1];
  const url = `${setting("CARRY_BASE_URL")}/v1/portfolios/${setting("CARRY_PORTFOLIO")}/positions`;
  const response = await fetch(`${url}?include=performance&limit=100`, {
    headers: { authorization: `Bearer ${setting("CARRY_API_KEY")}` },
  });
  const { data } = await response.json();
  sandbox.kill();
  return JSON.stringify(data);
}

const template = await sandboxPage();
await startUp();
await paging(0);
await paging(20);
await longListing();

if (values.json) {
  console.log(JSON.stringify(results, null, 2));
} else {
  console.log(`Node ${process.version}; ratios of medians, one run; smaller is better`);
  for (const it of results) {
    const ratio = it.missing ? "missing" : it.ratio.toFixed(3);
    const goal = it.goal === undefined ? "" : `goal ${it.goal.toFixed(3)}`;
    const absolute = [
      it.ms === undefined ? "" : `${it.ms.toFixed(0)} ms`,
      it.peak_mib ? `${it.peak_mib.toFixed(0)} MiB` : "",
    ];
    console.log(
      [
        it.figure.padEnd(44),
        `x ${it.compared_with}`.padEnd(20),
        ratio.padStart(8),
        goal.padEnd(12),
        ...absolute,
      ].join("  "),
    );
  }
}

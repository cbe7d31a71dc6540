import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env, sandbox } = sandboxForFile({ seed: 1, positions: 24 });
const run = (line: string, more: object = {}) => carry(line.split(" "), { env: env(), ...more });
/** The rows of a table, below its headings and above its totals, or those of tsv. */
const rowsOf = (stdout: string) =>
  stdout
    .replace(/^.*?\n─[─ ]*\n/s, "")
    .replace(/\n(?:[#=*~^] |next: ).*$/s, "")
    .trim()
    .split("\n");
const first = (row: string) => row.split(" ")[0];

/** The positions of the sandbox as the listing of everything names them. */
async function handles(): Promise<readonly string[]> {
  const { stdout } = await run("positions list");
  return rowsOf(stdout).map((row) => first(row) ?? "");
}

async function idOf(line: string): Promise<unknown> {
  const { stdout } = await run(line);
  return (JSON.parse(stdout) as { position_id: unknown }).position_id;
}

describe("the name of a position", () => {
  it("begins its row, and is the same in every listing that knows all open positions", async () => {
    const all = await handles();
    expect(new Set(all).size).toBe(24);
    expect(all).toEqual(expect.arrayContaining(["AVAX", "ETH.7ba3", "ETH.2bfd", "BNB.47de"]));
    for (const line of [
      "positions list --status open",
      "positions list --asset eth,avax",
      "positions list --exchange okx",
      "positions list --sort net_pnl --limit 5",
      "positions list --no-performance",
      "positions list --by-leg",
    ]) {
      const rows = rowsOf((await run(line)).stdout).filter((row) => !row.startsWith(" "));
      expect(all).toEqual(expect.arrayContaining(rows.map(first)));
      expect(rows.length).toBeGreaterThan(3);
    }
  });

  it("has the beginning of the id where not all open positions are known", async () => {
    const all = await handles();
    const { stdout } = await run("positions list --limit 12");
    const some = rowsOf(stdout).map(first);
    expect(some.every((it) => it?.includes("."))).toBe(true);
    const ids = await run(`positions get ${some.join(" ")} -o tsv --columns handle`);
    expect(all).toEqual(expect.arrayContaining([...new Set(rowsOf(ids.stdout))]));
    const csv = await run("positions list -o csv --columns handle,position_id");
    for (const row of csv.stdout.trim().split("\r\n").slice(1)) {
      const [handle = "", id = ""] = row.split(",");
      expect(handle).toMatch(/^[A-Z0-9]+\.[0-9a-f]{4}/);
      expect(await idOf(`positions get ${handle} -o json`)).toBe(id);
    }
  });

  it("is accepted by every command that takes positions", async () => {
    for (const line of [
      "positions get AVAX",
      "positions outlook avax ETH.7ba3",
      "positions risk AVAX ETH.7ba3",
      "positions upcoming AVAX",
      "positions funding AVAX",
      "positions reconcile AVAX",
      "positions rotate AVAX --fee 5bps",
    ]) {
      const { code, stderr } = await run(line);
      expect([line, code === 0 || code === 10, stderr.match(/^error: .*/m)]).toEqual([
        line,
        true,
        null,
      ]);
    }
    const risk = await run("positions risk AVAX -o json --query rows[].asset");
    expect(JSON.parse(risk.stdout)).toEqual(["AVAX", "AVAX"]);
    const upcoming = await run("positions upcoming AVAX --by leg -o json --query rows[].asset");
    expect(JSON.parse(upcoming.stdout)).toEqual(["AVAX", "AVAX"]);
  });

  it("that several positions have is exit 2 with what it could mean", async () => {
    const { code, stdout, stderr } = await run("positions get eth");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"eth" names 3 positions');
    expect(stderr).toContain("use one of ETH.7ba3 (open), ETH.2bfd (open), ETH.d9d1 (open)");
  });

  it("that no position has is exit 4, with the closed positions of that asset", async () => {
    const closed = await run("positions get hype");
    expect([closed.code, closed.stdout]).toEqual([4, ""]);
    expect(closed.stderr).toContain('no open position of the portfolio is named "hype"');
    expect(closed.stderr).toContain("hint: use one of HYPE.ccfe (closed)");
    const none = await run("positions get NOPE");
    expect(none.code).toBe(4);
    expect(none.stderr).toContain('no position of the portfolio is named "NOPE"');
  });

  it("costs one listing, which also has the performance that the page shows", async () => {
    const { stderr } = await run("positions get AVAX BNB -v");
    const requests = stderr.split("\n").filter((line) => line.includes("/positions?"));
    expect(requests).toHaveLength(1);
    expect(requests[0]).toContain("include=performance");
    const byId = await run(
      "positions get 0de74f9b-fe1e-42e4-a6b4-08b956905295 --no-performance -v",
    );
    expect(byId.stderr).not.toContain("/positions?");
  });

  it("is kept out of profiles, which keep ids", async () => {
    const place = mkdtempSync(join(tmpdir(), "carry-handles-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const own = { env: { ...env(), CARRY_CONFIG_DIR: join(place, "config") } };
    const set = (value: string) =>
      carry(["profile", "set", "ignore", value, "--profile", "a"], own);
    const refused = await set("losing:SUI.1a9f");
    expect([refused.code, refused.stderr.includes("the beginning of the id")]).toEqual([2, true]);
    expect((await set("losing:1a9f")).code).toBe(0);
  });
});

describe("rows of a listing", () => {
  const OPEN_FIRST = "positions list --columns status";

  it("have the open positions first, in a pipe and on a terminal of any width", async () => {
    const piped = rowsOf((await run(OPEN_FIRST)).stdout);
    expect(piped).toEqual([...piped].sort().reverse());
    const all = await handles();
    for (const terminal of [60, 80, 120, 200]) {
      const { stdout } = await run("positions list --no-color", { terminal });
      expect(rowsOf(stdout).map(first)).toEqual(all);
    }
  });

  it("are dim in colour where they are closed, and in the order sent for programs", async () => {
    const { stdout } = await run("positions list", {
      terminal: 120,
      env: { ...env(), FORCE_COLOR: "1" },
    });
    const [open, closed] = ["AVAX ", "HYPE.ccfe"].map((name) =>
      stdout.split("\n").find((row) => row.includes(name)),
    );
    expect(open).toMatch(/^AVAX/);
    expect(closed?.startsWith("\u001b[2mHYPE.ccfe\u001b[22m")).toBe(true);
    const { data } = (await (
      await fetch(`${sandbox().url}/v1/portfolios/${sandbox().portfolioId}/positions`, {
        headers: { authorization: `Bearer ${sandbox().apiKey}` },
      })
    ).json()) as { data: { position_id: string }[] };
    const json = await run("positions list -o json --query [].position_id");
    expect(JSON.parse(json.stdout)).toEqual(data.map((it) => it.position_id));
  });

  it("have the performance in a table, and for programs only on request", async () => {
    const own = (line: string, more: object = {}) => run(line, { env: { ...env(), ...more } });
    expect((await run("positions list")).stdout).toContain("net PnL");
    expect((await run("positions list --no-performance")).stdout).not.toContain("net PnL");
    for (const format of ["json", "ndjson", "csv"]) {
      expect((await run(`positions list -o ${format}`)).stdout).not.toContain("net_pnl");
      expect((await own(`positions list -o ${format} --performance`)).stdout).toContain("net_pnl");
    }
  });

  it("have all columns and full ids with --wide, however wide that is", async () => {
    const { stdout } = await run("positions list --wide", { terminal: 80 });
    const heading = stdout.split("\n").find((line) => line.includes("long qty")) ?? "";
    for (const word of ["long qty", "short price", "funding 24h", "now APR", "opened", "id"]) {
      expect(heading).toContain(word);
    }
    expect(stdout).toContain("0de74f9b-fe1e-42e4-a6b4-08b956905295");
    const { stderr } = await run("positions list", { terminal: 60 });
    expect(stderr).toContain("--wide");
  });

  it("are those of the profile's status, unless --status says otherwise", async () => {
    const place = mkdtempSync(join(tmpdir(), "carry-status-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const own = { env: { ...env(), CARRY_CONFIG_DIR: join(place, "config"), CARRY_PROFILE: "a" } };
    const statuses = async (...words: string[]) => {
      const argv = ["positions", "list", "-o", "json", "--query", "[].status", ...words];
      return new Set(JSON.parse((await carry(argv, own)).stdout) as string[]);
    };
    expect((await carry(["profile", "set", "status", "open"], own)).code).toBe(0);
    expect((await carry(["profile", "set", "performance", "off"], own)).code).toBe(0);
    expect(await statuses()).toEqual(new Set(["open"]));
    expect(await statuses("--status", "all")).toEqual(new Set(["open", "closed"]));
    expect((await carry(["positions", "list"], own)).stdout).not.toContain("net PnL");
    const wrong = await carry(["profile", "set", "status", "opened"], own);
    expect([wrong.code, wrong.stderr.includes("one of open, closed, all")]).toEqual([2, true]);
  });
});

describe("a page without its performance", () => {
  const ID = "0de74f9b-fe1e-42e4-a6b4-08b956905295";
  const failing = async () => {
    const { createServer } = await import("node:http");
    const server = createServer(async (request, response) => {
      const path = request.url ?? "";
      const date = new Date(NOW).toUTCString(); // or else it is today's
      if (path.includes("/portfolios/")) return response.writeHead(503, { date }).end();
      const answer = await fetch(sandbox().url + path, {
        headers: { authorization: `Bearer ${sandbox().apiKey}` },
      });
      return response.writeHead(answer.status, { date }).end(await answer.text());
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    return { ...env(), CARRY_BASE_URL: `http://127.0.0.1:${port}`, CARRY_RETRIES: "0" };
  };

  it("is printed where the listing fails that alone has it, unless it was asked for", async () => {
    const own = { env: await failing() };
    const page = await carry(["positions", "get", ID], own);
    expect([page.code, page.stdout.split("\n")[0]]).toEqual([
      0,
      "AVAX.0de7 · open, held 71d · okx/bybit",
    ]);
    expect(page.stderr).toContain("warning: performance of 1 of 1 position");
    const asked = await carry(["positions", "get", ID, "--performance"], own);
    expect([asked.code, asked.stdout]).toEqual([7, ""]);
  });
});

describe("the name of a market", () => {
  it("is not called unknown where the listing that would have it cannot be had", async () => {
    const own = { env: { CARRY_BASE_URL: "http://127.0.0.1:1", CARRY_RETRIES: "0" } };
    const { code, stderr } = await carry(["funding", "history", "BTC/okx"], own);
    expect([code, stderr.includes("no market is named")]).toEqual([7, false]);
  });
});

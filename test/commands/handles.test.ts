import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env, sandbox } = sandboxForFile({ seed: 1, positions: 24 });
const run = (line: string, more: object = {}) => carry(line.split(" "), { env: env(), ...more });

/** The names of positions that a command prints as data. */
async function namesOf(line: string): Promise<readonly string[]> {
  const { stdout } = await run(`${line} -o tsv --columns name`);
  return stdout.trim().split("\n");
}

async function idOf(line: string): Promise<unknown> {
  const { stdout } = await run(line);
  return (JSON.parse(stdout) as { position_id: unknown }).position_id;
}

describe("the name of a position", () => {
  it("is its asset and the beginning of its id, the same on every screen", async () => {
    const all = await namesOf("positions list --status all");
    expect(new Set(all).size).toBe(24);
    for (const name of all) expect(name).toMatch(/^[A-Z]+\.[0-9a-f]{4}$/);
    for (const line of [
      "list",
      "list --asset eth,avax",
      "list --sort net_pnl --limit 5",
      "status",
    ]) {
      const names = await namesOf(line);
      expect(names.length).toBeGreaterThan(3);
      expect(all).toEqual(expect.arrayContaining([...names]));
    }
    for (const line of ["list", "risk --stress 90%", "next", "status", "list --legs"]) {
      const { stdout } = await run(`${line} --no-color`);
      const shown = Array.from(stdout.matchAll(/^(?:[●!○ ] )?([A-Z]+\.\w+) /gm), ([, it]) => it);
      expect(shown.length, line).toBeGreaterThan(3);
      expect(all).toEqual(expect.arrayContaining(shown));
    }
  });

  it("is accepted by every command that takes positions", async () => {
    for (const line of [
      "positions get AVAX",
      "positions get avax ETH.7ba3 --columns name,run_7d",
      "positions get AVAX --days",
      "positions get AVAX --check",
      "positions rotate AVAX --fee 5bps",
    ]) {
      const { code, stderr } = await run(line);
      expect([line, code === 0 || code === 10, stderr.match(/^error: .*/m)]).toEqual([
        line,
        true,
        null,
      ]);
    }
  });

  it("of a closed position is accepted where its figures are", async () => {
    const [name = ""] = await namesOf("list --status closed");
    for (const line of [`get ${name}`, `get ${name} --days`, `get ${name} --check`]) {
      const { stderr } = await run(line);
      expect([line, stderr.match(/^error: .*/m)]).toEqual([line, null]);
    }
    expect(await idOf(`get ${name} -o json`)).toMatch(/^[0-9a-f-]{36}$/);
    const { code, stderr } = await run(`positions rotate ${name} --fee 5bps`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(name)]);
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
      "positions get 0de74f9b-fe1e-42e4-a6b4-08b956905295 --no-performance -o json -v",
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
  it("are in the order sent, without the performance, for programs", async () => {
    const { data } = (await (
      await fetch(`${sandbox().url}/v1/portfolios/${sandbox().portfolioId}/positions`, {
        headers: { authorization: `Bearer ${sandbox().apiKey}` },
      })
    ).json()) as { data: { position_id: string }[] };
    const json = await run("positions list -o json --query [].position_id");
    expect(JSON.parse(json.stdout)).toEqual(data.map((it) => it.position_id));
    for (const format of ["json", "ndjson", "csv"]) {
      expect((await run(`list -o ${format}`)).stdout).not.toContain("net_pnl");
      expect((await run(`list -o ${format} --performance`)).stdout).toContain("net_pnl");
    }
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
    expect(await statuses()).toEqual(new Set(["open"]));
    expect(await statuses("--status", "all")).toEqual(new Set(["open", "closed"]));
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
    expect([page.code, page.stdout]).toEqual([0, expect.stringMatching(/^. AVAX\.0de7 {3}/)]);
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

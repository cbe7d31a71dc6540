import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { performance, position, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox, env } = sandboxForFile({ positions: 130 });

const list = (...argv: string[]) => carry(["positions", "list", ...argv], { env: env() });

async function sent(query: string): Promise<Record<string, unknown>[]> {
  const { url, portfolioId, apiKey } = sandbox();
  const response = await fetch(`${url}/v1/portfolios/${portfolioId}/positions?limit=100&${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const page = (await response.json()) as {
    data: Record<string, unknown>[];
    next_cursor: string | null;
  };
  if (page.next_cursor === null) return page.data;
  const rest = await sent(
    `${query.replace(/&?cursor=.*/, "")}&cursor=${encodeURIComponent(page.next_cursor)}`,
  );
  return [...page.data, ...rest];
}

describe("positions list -o json", () => {
  it("is what the service sent, all pages", async () => {
    const { stdout, code } = await list("-o", "json", "--performance");
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(await sent("include=performance"))}\n`);
  });

  it("keeps unknown fields and unusual numbers exactly", async () => {
    const text = JSON.stringify(position(1, { novel: { deep: [1] } })).replace("0.5", "0.50");
    const server = await faultyServer((socket) =>
      socket.write(answer(200, `{"data":[${text}],"next_cursor":null}`)),
    );
    const { stdout } = await carry(["positions", "list", "--json", "--base-url", server.url], {
      env: env(),
    });
    expect(stdout).toBe(`[${text}]\n`);
  });

  it("is indented on a terminal", async () => {
    const { stdout } = await carry(["positions", "list", "--limit", "1", "-o", "json"], {
      env: env(),
      terminal: 80,
    });
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`);
  });

  it("is an empty array where there are no positions", async () => {
    const { stdout, code } = await list("--json", "--asset", "NOSUCH");
    expect([code, stdout]).toEqual([0, "[]\n"]);
  });

  it("can be queried as a whole", async () => {
    const { stdout } = await list("--json", "--query", "length(@)");
    expect(stdout).toBe("130\n");
  });

  it("can be sorted by any column, values that are missing last", async () => {
    const { stdout } = await list("--json", "--performance", "--sort", "performance.net_pnl:desc");
    const figures = (JSON.parse(stdout) as { performance: { net_pnl: number | null } }[]).map(
      (it) => it.performance.net_pnl,
    );
    const known = figures.filter((it) => it !== null);
    expect(known).toEqual([...known].sort((a, b) => b - a));
    expect(figures.slice(known.length).every((it) => it === null)).toBe(true);
    expect(known.length).toBeLessThan(figures.length);
  });
});

describe("positions list -o ndjson", () => {
  it("is one object a line", async () => {
    const { stdout } = await list("-o", "ndjson");
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(130);
    expect(lines.map((line) => JSON.parse(line))).toEqual(await sent(""));
  });

  it("applies a query to each", async () => {
    const { stdout } = await list("-o", "ndjson", "--query", "status", "--limit", "3");
    expect(stdout).toMatch(/^("(open|closed)"\n){3}$/);
  });

  it("writes each page as it comes", async () => {
    const writes: string[] = [];
    await carry(["positions", "list", "-o", "ndjson", "--performance"], {
      env: env(),
      write: async (text) => {
        writes.push(String(text));
      },
    });
    expect(writes.map((text) => text.trimEnd().split("\n").length)).toEqual([100, 30]);
  });
});

describe("positions list -o csv", () => {
  it("has one row per leg with the position's own columns repeated", async () => {
    const { stdout } = await list("-o", "csv", "--performance");
    const [header, ...rows] = stdout.trimEnd().split("\r\n");
    expect(header).toBe(
      "position_id,asset,status,opened_at,closed_at,legs.side,legs.market_id,legs.exchange,legs.symbol,legs.leverage,legs.quantity,legs.open_price,legs.mark_price,legs.mark_price_updated_at,performance.funding_pnl,performance.fees.paid,performance.fees.estimated_exit,performance.spread_pnl.realized,performance.spread_pnl.unrealized,performance.net_pnl,performance.duration_days,performance.apr,performance.calculated_at",
    );
    const all = (await sent("include=performance")) as { position_id: string; legs: unknown[] }[];
    expect(rows.map((row) => row.slice(0, 36))).toEqual(
      all.flatMap((it) => it.legs.map(() => it.position_id)),
    );
  });

  it("has one row per position if only its own columns are requested", async () => {
    const { stdout } = await list("--csv", "--columns", "position_id,asset");
    expect(stdout.trimEnd().split("\r\n")).toHaveLength(1 + 130);
  });
});

describe("positions list as a table", () => {
  it.each([60, 80, 120, 200])("is never wider than a terminal of %i columns", async (columns) => {
    const { stdout, stderr } = await carry(["positions", "list", "--performance", "--no-color"], {
      env: env(),
      terminal: columns,
    });
    const widest = Math.max(...stdout.split("\n").map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(columns);
    const note = "note: left out at this width: ";
    expect(stderr.startsWith(note)).toBe(columns <= 80);
  });

  it("has one row per leg with --legs", async () => {
    const { stdout } = await list("--legs", "--limit", "1", "--columns", "legs.side,legs.exchange");
    expect(stdout).toMatch(/long +\w+\n *short +\w+/);
  });

  it("says so on stderr if there are no positions", async () => {
    const { stdout, stderr } = await list("--asset", "NOSUCH");
    expect([stdout, stderr]).toEqual([
      "",
      "note: No open positions: none matches --asset NOSUCH.\n",
    ]);
  });

  it("names the filter without a match, and what was probably meant", async () => {
    const asset = await list("--status", "open", "--asset", "BTX", "--exchange", "binance");
    expect(asset.stderr).toBe(
      "note: No open positions: none matches --asset BTX (did you mean BTC?).\n",
    );
    const { url } = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data: [position(1)], next_cursor: null }))),
    );
    const both = await list("--asset", "BTC", "--exchange", "okx", "--base-url", url);
    expect(both.stderr).toBe("note: No open positions: none matches --exchange okx.\n");
    const exchange = await list("--exchange", "byybit");
    expect(exchange.stderr).toContain("none matches --exchange byybit (did you mean bybit?)");
  });

  it("keeps the escape sequences of the service from the terminal", async () => {
    const hostile = JSON.stringify({
      data: [position(1, { asset: "B\u001b]52;c;x\u0007C\u202e" })],
      next_cursor: null,
    });
    const server = await faultyServer((socket) => socket.write(answer(200, hostile)));
    const { stdout } = await carry(["positions", "list", "--no-color", "--base-url", server.url], {
      env: env(),
      terminal: 200,
    });
    for (const power of ["\u001b", "\u0007", "\u202e"]) expect(stdout).not.toContain(power);
    expect(stdout).toContain("B");
  });
});

describe("choosing positions", () => {
  it("asks the service for a status", async () => {
    const { stdout } = await list("--json", "--status", "closed");
    expect(JSON.parse(stdout)).toEqual(await sent("statuses=closed"));
  });

  it("takes statuses repeated or with commas", async () => {
    const repeated = await list("--json", "--status", "open", "--status", "closed");
    const joined = await list("--json", "--status", "open,closed");
    expect(repeated.stdout).toBe(joined.stdout);
    expect(JSON.parse(joined.stdout)).toHaveLength(130);
  });

  it("filters by asset and exchange, whatever their case", async () => {
    const { stdout } = await list("--json", "--asset", "btc,Eth", "--exchange", "BYBIT");
    const all = (await sent("")) as { asset: string; legs: { exchange: string }[] }[];
    const wanted = all.filter(
      (it) => ["BTC", "ETH"].includes(it.asset) && it.legs.some((leg) => leg.exchange === "bybit"),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  it("applies --limit after --sort, and then prints no cursor", async () => {
    const { stdout, stderr } = await list("--json", "--sort", "opened_at:desc", "--limit", "5");
    const all = (await sent("")) as { position_id: string; opened_at: string }[];
    const newest = all.toSorted((a, b) => Date.parse(b.opened_at) - Date.parse(a.opened_at));
    expect(JSON.parse(stdout)).toEqual(newest.slice(0, 5));
    expect(JSON.parse(stderr)).toEqual({
      note: {
        code: "LIMIT",
        message:
          "--limit was applied after sorting all 130 positions, so there is no cursor to go on with",
      },
    });
  });

  it.each([
    ["--sort", "performance.apr:desc"],
    ["--columns", "asset,performance.net_pnl"],
  ])("asks for the performance where %s %s needs it", async (option, value) => {
    const { stdout } = await list(option, value, "--limit", "3", "-o", "csv");
    const plain = await list("--performance", option, value, "--limit", "3", "-o", "csv");
    expect(stdout).toBe(plain.stdout);
    expect(stdout).toContain("performance.net_pnl");
    const refused = await list(option, value, "--no-performance", "-o", "csv");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "which --no-performance leaves out\nhint: remove --no-performance",
    );
  });

  it("asks for the performance where --query needs it", async () => {
    const query = "[?performance.net_pnl < `0`].position_id";
    const losing = JSON.parse((await list("--json", "--query", query)).stdout) as string[];
    const all = (await sent("include=performance")) as {
      position_id: string;
      performance: { net_pnl: number | null };
    }[];
    const known = all.filter(({ performance }) => (performance.net_pnl ?? 0) < 0);
    expect(known.length).toBeGreaterThan(0);
    expect(losing).toEqual(known.map((it) => it.position_id));
    const refused = await list("--json", "--query", query, "--no-performance");
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stderr).error.message).toBe(
      '--query: "performance.net_pnl" needs the performance, which --no-performance leaves out',
    );
  });

  it("prints the cursor that resumes after --limit, without gap or overlap", async () => {
    const first = await list("--json", "--limit", "57");
    const cursor = JSON.parse(first.stderr).page.next_cursor as string;
    const second = await list("--json", "--cursor", cursor);
    expect([...JSON.parse(first.stdout), ...JSON.parse(second.stdout)]).toEqual(await sent(""));
  });

  it("shows that cursor as a note for people, and as an object also with --quiet", async () => {
    const note = await list("--csv", "--limit", "57");
    expect(note.stderr).toMatch(/^note: stopped at --limit; go on with --cursor \S+\n$/);
    const quiet = await list("-o", "ndjson", "--limit", "57", "-q");
    expect(JSON.parse(quiet.stderr)).toEqual({
      page: { items: 57, next_cursor: expect.stringMatching(/./) },
    });
    expect((await list("--csv", "--limit", "57", "-q")).stderr).toBe("");
  });

  it("prints the cursor that resumes after --limit of a filtered listing", async () => {
    const whole = await list("--json", "--status", "open", "--exchange", "binance");
    const first = await list("--json", "--status", "open", "--exchange", "binance", "--limit", "4");
    const cursor = JSON.parse(first.stderr).page.next_cursor as string;
    const second = await list(
      "--json",
      "--status",
      "open",
      "--exchange",
      "binance",
      "--cursor",
      cursor,
    );
    expect([...JSON.parse(first.stdout), ...JSON.parse(second.stdout)]).toEqual(
      JSON.parse(whole.stdout),
    );
  });
});

describe("bad input", () => {
  it.each([
    [["--limit", "0"], '--limit: "0"', "1 or more"],
    [["--limit", "1e9x"], '--limit: "1e9x"', "whole number"],
    [["--status", "opened"], '--status: "opened"', "open, closed"],
    [["--portfolio", "Not a uuid"], '--portfolio: "Not a uuid"', "uuid"],
    [["--portfolio", "main"], 'no portfolio is named "main"', "carry profile set portfolios.main"],
    [["--output", "yaml"], '--output: "yaml"', "table, json, ndjson, csv"],
    [["--timeout", "soon"], '--timeout: "soon"', "30s"],
    [["--json", "--query", "[?a b]"], "--query", "not a JMESPath expression"],
    [["--json", "--query", "nope(@)"], "--query", "nope()"],
    [["--query", "@"], "--query", "table"],
    [["--perfomance"], "unknown option '--perfomance'", "--performance"],
    [["--csv", "--json"], "--output", "exclude"],
  ])("%j exits 2, says why in one line, and sends nothing", async (argv, named, allowed) => {
    const server = await faultyServer((socket) => socket.destroy());
    const { code, stdout, stderr } = await carry(
      ["positions", "list", "--base-url", server.url, ...argv],
      {
        env: { ...env() },
      },
    );
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(server.requests).toEqual([]);
    if (argv.includes("--json") || argv.includes("ndjson")) {
      const { error } = JSON.parse(stderr);
      expect(error).toMatchObject({ exit_code: 2, retryable: false });
      expect(`${error.message} ${error.hint ?? ""}`).toContain(named);
      expect(`${error.message} ${error.hint ?? ""}`).toContain(allowed);
    } else {
      expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
      expect(stderr).toContain(named);
      expect(stderr).toContain(allowed);
    }
  });
});

describe("what can go wrong", () => {
  it("an unknown portfolio exits 4", async () => {
    const { code, stdout, stderr } = await list("--portfolio", uuidOf(9));
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toMatch(/^error: .*NOT_FOUND/);
  });

  it("no configuration exits 3 and names the remedies", async () => {
    const { code, stdout, stderr } = await carry(["positions", "list"]);
    expect([code, stdout]).toEqual([3, ""]);
    for (const way of ["carry auth login", "CARRY_API_KEY", "--profile sandbox"]) {
      expect(stderr).toContain(way);
    }
  });

  it("a refused key exits 3", async () => {
    const wrong = await carry(["positions", "list"], { env: { ...env(), CARRY_API_KEY: "wrong" } });
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining("UNAUTHORIZED")]);
    const scope = await carry(["positions", "list"], {
      env: { ...env(), CARRY_API_KEY: sandbox().limitedKey },
    });
    expect([scope.code, scope.stderr]).toEqual([3, expect.stringContaining("scope")]);
  });

  it("a failure after some pages leaves the array open and says how to continue", async () => {
    const server = await faultyServer((socket, _request, count) => {
      if (count === 1) {
        const page = { data: [position(1), position(2)], next_cursor: "abc" };
        socket.write(answer(200, JSON.stringify(page)));
      } else {
        socket.write(answer(400, '{"code":"VALIDATION_ERROR","message":"bad cursor"}'));
      }
    });
    const { code, stdout, stderr } = await carry(
      ["positions", "list", "--json", "--base-url", server.url],
      {
        env: env(),
      },
    );
    expect(code).toBe(5);
    expect(() => JSON.parse(stdout)).toThrow();
    expect(JSON.parse(`${stdout}]`)).toHaveLength(2);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({
      code: "VALIDATION_ERROR",
      status: 400,
      exit_code: 5,
      cursor: "abc",
    });
    expect(error.message).toContain("after 2 items were printed");
  });

  it("a failure before a table is complete prints nothing of it", async () => {
    const server = await faultyServer((socket, _request, count) =>
      socket.write(
        count === 1
          ? answer(200, JSON.stringify({ data: [position(1)], next_cursor: "abc" }))
          : answer(500, ""),
      ),
    );
    const { code, stdout } = await carry(["positions", "list", "--base-url", server.url], {
      env: { ...env(), CARRY_RETRIES: "0" },
    });
    expect([code, stdout]).toEqual([7, ""]);
  });

  it("a duplicate position is printed once and reported", async () => {
    const server = await faultyServer((socket) =>
      socket.write(
        answer(200, JSON.stringify({ data: [position(1), position(1)], next_cursor: null })),
      ),
    );
    const { stdout, stderr } = await carry(
      ["positions", "list", "--json", "--base-url", server.url],
      { env: env() },
    );
    expect(JSON.parse(stdout)).toHaveLength(1);
    expect(stderr).toMatch(/^\{"warning":\{"code":"DUPLICATES","message":"1 position came twice/);
  });

  it.each(["list --wide", "list --sort net_pnl -o ndjson", "status -o json"])(
    "a position that changes between two pages is as the later one has it: %s",
    async (line) => {
      const server = await faultyServer((socket, request) => {
        const isLater = request.includes("cursor=");
        const net = performance({ net_pnl: isLater ? -222.25 : -111.25 });
        const body = {
          data: [position(1, { performance: net })],
          next_cursor: isLater ? null : "b",
        };
        socket.write(answer(200, JSON.stringify(body)));
      });
      const { stdout } = await carry([...line.split(" "), "--base-url", server.url], {
        env: env(),
      });
      expect([stdout.includes("222"), stdout.includes("111")]).toEqual([true, false]);
    },
  );

  it("another version of the interface is warned of once", async () => {
    const server = await faultyServer((socket, _request, count) => {
      const page = { data: [position(count)], next_cursor: count < 3 ? String(count) : null };
      socket.write(answer(200, JSON.stringify(page), { "x-api-version": "v2" }));
    });
    const { stderr } = await carry(["positions", "list", "--json", "--base-url", server.url], {
      env: env(),
    });
    expect(stderr.match(/version v2/g)).toHaveLength(1);
  });
});

describe("the profile sandbox", () => {
  it("brings its own service, whatever the environment says", async () => {
    const { code, stdout, stderr } = await carry(
      ["--profile", "sandbox", "positions", "ls", "--json"],
      {
        env: { CARRY_BASE_URL: "http://127.0.0.1:1", CARRY_API_KEY: "x" },
        clock: { now: () => NOW },
      },
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(24);
    expect(stderr).toMatch(
      /^\{"note":\{"code":"SANDBOX","message":"the sandbox serves made-up data at http:\/\/127/,
    );
  });
});

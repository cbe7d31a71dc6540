import { describe, expect, it } from "vitest";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { sandbox, env } = sandboxForFile();

const COMMANDS = [
  [["funding", "markets"], "/api/v1/public/funding/markets"],
  [["funding", "arbitrage"], "/api/v1/public/funding/arbitrage"],
] as const;

async function scripted(body: string | ((path: string) => string), ...argv: string[]) {
  const server = await faultyServer((socket, request) => {
    const path = request.split(" ")[1] ?? "";
    socket.write(answer(200, typeof body === "string" ? body : body(path)));
  });
  return carry([...argv, "--base-url", server.url]);
}

describe("a public listing", () => {
  it.each(COMMANDS)("%j prints what %s sends", async (argv, path) => {
    const response = await fetch(sandbox().url + path);
    const { data } = (await response.json()) as { data: unknown };
    const { stdout, code } = await carry([...argv, "-o", "json"], { env: env() });
    expect(code).toBe(0);
    expect(stdout).toBe(`${JSON.stringify(data)}\n`);
    for (const format of ["table", "csv", "ndjson"]) {
      const other = await carry([...argv, "-o", format], { env: env() });
      expect([other.code, other.stderr]).toEqual([0, ""]);
      expect(other.stdout.split("\n").length).toBeGreaterThan((data as unknown[]).length);
    }
  });

  it("has the digits that were sent in csv too", async () => {
    const body = '{"data":[{"mark_price":1.50,"apr":12345678901234567.25,"big":1e400}]}';
    const { stdout } = await scripted(body, "funding", "arbitrage", "-o", "csv");
    expect(stdout).toContain("1.50");
    expect(stdout).toContain("12345678901234567.25");
    expect(stdout).not.toContain("Infinity");
  });

  it.each([
    ["a bare array", '[{"a":1.10},{"a":2}]', '[{"a":1.10},{"a":2}]\n'],
    ["data that is a list", '{"data":[{"a":1e400}]}', '[{"a":1e400}]\n'],
    ["data that is an object", '{"data":{"b":2,"1":1}}', '{"b":2,"1":1}\n'],
    ["an object without data", '{"b":{"c":2}}', '{"b":{"c":2}}\n'],
    ["a text", '"none today"', '"none today"\n'],
    ["data that is null", '{"data":null}', "null\n"],
  ])("that is %s is understood", async (_what, body, printed) => {
    const { stdout, code } = await scripted(body, "funding", "arbitrage", "-o", "json");
    expect([code, stdout]).toEqual([0, printed]);
  });

  it("of several pages is followed to the end", async () => {
    const page = (path: string) =>
      path.includes("cursor=b")
        ? '{"data":[{"a":2}],"next_cursor":null}'
        : '{"data":[{"a":1}],"next_cursor":"b"}';
    const { stdout } = await scripted(page, "funding", "markets", "-o", "ndjson");
    expect(stdout).toBe('{"a":1}\n{"a":2}\n');
  });

  it("gets a column for each field of any record, in the order first seen", async () => {
    const body = '[{"a":1,"n":{"x":1,"y":[1,2]}},{"b":null,"a":2}]';
    const { stdout } = await scripted(body, "funding", "markets", "-o", "csv");
    expect(stdout).toBe('a,n.x,n.y,b\r\n1,1,"[1,2]",\r\n2,,,\r\n');
  });

  const PAIR = {
    id: 900001,
    computed_at: "2026-06-01T08:30:00.000Z",
    long: { market_id: 16, exchange: "hyperliquid", symbol: "SOL-USDT-SWAP" },
    short: { market_id: 18, exchange: "okx", symbol: "SOL-USDT-SWAP" },
    asset: "SOL",
    volume_usd: 73381659,
    rate_source: "settled",
    spread: "0.00036132",
    apr: 39.56,
  };

  it("keeps the handles of both sides, then rates, in 60 columns", async () => {
    const server = await faultyServer((socket) => {
      socket.write(answer(200, JSON.stringify({ data: [PAIR] })));
    });
    const argv = ["funding", "arbitrage", "--no-color", "--base-url", server.url];
    const headings = async (terminal: number) =>
      (await carry(argv, { terminal })).stdout.split("\n")[0]?.trim().split(/ {2,}/);
    expect(await headings(60)).toEqual(["long", "short", "spread"]);
    expect(await headings(80)).toEqual(expect.arrayContaining(["asset", "spread", "APR"]));
    expect(await headings(200)).toEqual([
      ...["long", "short", "id", "computed at", "asset"],
      ...["volume_usd", "rate_source", "spread", "APR"],
    ]);
    const { stdout } = await carry([...argv, "--wide"], { terminal: 60 });
    expect(stdout.split("\n")[0]?.trim().split(/ {2,}/)).toEqual([
      ...["long", "short", "id", "computed at"],
      ...["long.market_id", "long.exchange", "long.symbol"],
      ...["short.market_id", "short.exchange", "short.symbol"],
      ...["asset", "volume_usd", "rate_source", "spread", "APR"],
    ]);
  });

  it("names a market by its id where exchange or symbol is missing", async () => {
    const records = [{ market_id: 1, exchange: "x", symbol: "S" }, { market_id: 2 }];
    const { stdout } = await scripted(JSON.stringify(records), "funding", "markets");
    expect(stdout).toMatch(/^x:S *\n2 *$/m);
  });

  it("that is empty is empty in csv, without fields for a heading", async () => {
    const { stdout, code } = await scripted('{"data":[]}', "funding", "markets", "-o", "csv");
    expect([code, stdout]).toEqual([0, ""]);
  });

  it("that is neither list nor object is printed as JSON with a note, whatever the format", async () => {
    const { stdout, stderr, code } = await scripted('"none today"', "funding", "arbitrage");
    expect([code, stdout]).toEqual([0, '"none today"\n']);
    expect(stderr).toMatch(/^note: .*as sent/);
  });

  it("that is one object is a page of its own", async () => {
    const { stdout } = await scripted(
      '{"data":{"spread":"0.1","long":{"exchange":"okx"}}}',
      "funding",
      "arbitrage",
    );
    expect(stdout).toBe("spread         0.1\nlong.exchange  okx\n");
  });
});

describe("funding markets with ids", () => {
  it("prints those markets in that order", async () => {
    const { stdout } = await carry(["funding", "markets", "5", "2", "-o", "json"], { env: env() });
    expect((JSON.parse(stdout) as { market_id: number }[]).map((it) => it.market_id)).toEqual([
      5, 2,
    ]);
  });

  it("does not say that a market is not listed if the answer is not a list", async () => {
    const body = '{"data":{"markets":[{"id":1},{"id":2}]}}';
    const { code, stderr } = await scripted(body, "funding", "markets", "1");
    expect(code).toBe(8);
    expect(stderr).toBe(
      "error: market 1 cannot be found: the service did not answer with a list\nhint: `carry funding markets` without an id prints the answer as sent\n",
    );
  });

  it("reports a market that is not listed and exits 4", async () => {
    const { stdout, stderr, code } = await carry(
      ["funding", "markets", "5", "999999", "-o", "ndjson"],
      { env: env() },
    );
    expect(code).toBe(4);
    expect(JSON.parse(stdout).market_id).toBe(5);
    expect(stderr).toContain("market 999999 is not listed");
  });
});

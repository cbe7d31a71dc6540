import { describe, expect, it } from "vitest";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { sandbox, env } = sandboxForFile();
const assets = (...argv: string[]) => carry(["assets", ...argv], { env: env() });
const symbols = (json: string) => (JSON.parse(json) as { asset: string }[]).map((it) => it.asset);

describe("assets", () => {
  it("prints what the service sends", async () => {
    const response = await fetch(`${sandbox().url}/v1/assets`);
    const { data } = (await response.json()) as { data: unknown };
    expect((await assets("-o", "json")).stdout).toBe(`${JSON.stringify(data)}\n`);
  });

  it("asks the service for classes, repeated or with commas, in one value", async () => {
    const server = await faultyServer((socket) => socket.write(answer(200, '{"data":[]}')));
    const argv = ["assets", "--class", "crypto,fx", "--class", "equity", "--base-url", server.url];
    await carry(argv);
    expect(server.requests[0]).toContain("GET /v1/assets?asset_classes=crypto,fx,equity ");
    expect(server.requests[0]).not.toMatch(/authorization/i);
  });

  it("keeps an asset whose class cannot be read, whatever class is requested", async () => {
    const counts = { market_count: 1, exchange_count: 1 };
    const data = [
      { asset: "A", name: "a", asset_class: "crypto", ...counts },
      { asset: "B", name: "b", asset_class: 7, ...counts },
    ];
    const server = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data }))),
    );
    const argv = ["assets", "--class", "crypto", "-o", "json", "--base-url", server.url];
    const { stdout, stderr } = await carry(argv);
    expect(JSON.parse(stdout)).toEqual(data);
    expect(stderr).toContain("RECORD_UNREADABLE");
  });

  it("searches symbol and name, whatever their case", async () => {
    const all = await assets("-o", "json");
    const bySymbol = await assets("--search", "eTh", "-o", "json");
    expect(symbols(bySymbol.stdout)).toContain("ETH");
    expect(symbols(bySymbol.stdout).length).toBeLessThan(symbols(all.stdout).length);
    const byName = await assets("--search", "bitcoin", "-o", "json");
    expect(symbols(byName.stdout)).toEqual(["BTC"]);
  });

  it("can be sorted, reduced to columns, and queried", async () => {
    const sorted = await assets(
      "-o",
      "csv",
      "--columns",
      "asset,market_count",
      "--sort",
      "market_count:desc",
    );
    const counts = sorted.stdout
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => Number(line.split(",")[1]));
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const queried = await assets("-o", "json", "--query", "[?asset=='BTC'].asset_class | [0]");
    expect(queried.stdout).toBe('"crypto"\n');
  });

  it("refuses an empty class before anything is sent", async () => {
    const { code, stdout, stderr } = await assets("--class", "");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: --class: "" is not/);
  });

  it("passes on that the service refuses a parameter", async () => {
    const server = await faultyServer((socket) =>
      socket.write(answer(400, '{"code":"VALIDATION_ERROR","message":"unknown class"}')),
    );
    const { code, stderr } = await carry(["assets", "--class", "x", "--base-url", server.url]);
    expect([code, stderr]).toEqual([5, "error: unknown class (VALIDATION_ERROR)\n"]);
  });
});

import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { DynamicKind } from "../../src/run/completion-model.js";
import { rememberIds } from "../../src/run/known-ids.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { runCarry, runShell } from "../support/process.js";
import { sandboxForFile } from "../support/sandbox.js";
import { KINDS, LINES, linesOf, request, words } from "./asking.js";
import { idsFileOf } from "./computer.js";

/** Runs commands in an empty home, from which completion learns. */

let home: string;
let env: Record<string, string>;
const service = sandboxForFile({ positions: 24 });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "carry-learnt-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  env = {
    CARRY_CONFIG_DIR: join(home, "config"),
    CARRY_CACHE_DIR: join(home, "cache"),
    CARRY_STATE_DIR: join(home, "state"),
  };
});

/** A listed position, as json prints it. */
interface Listed {
  readonly position_id: string;
  readonly asset: string;
  readonly status: string;
  readonly legs: readonly { readonly side: string; readonly exchange: string }[];
}

const run = (...argv: string[]) => carry(argv, { env, clock: { now: () => NOW } });
const offered = (kind: DynamicKind, ...options: string[]) =>
  words([...options, LINES[kind]].join(" "), { env, platform: process.platform });
const firsts = (lines: readonly string[]) => lines.map((line) => line.split("\t")[0]);
/** Returns the files in the state directory. */
const kept = () =>
  readdirSync(join(home, "state"), { recursive: true }).filter((it) => it !== "ids");

/** Creates a profile for the sandbox; the first one is in use. */
function configure(...names: string[]): void {
  const { url, apiKey, portfolioId } = service.sandbox();
  const profile = { "base-url": url, "api-key": apiKey, portfolio: portfolioId };
  mkdirSync(env.CARRY_CONFIG_DIR ?? "", { mode: 0o700 });
  writeFileSync(
    join(home, "config", "config.json"),
    JSON.stringify({
      version: 1,
      current: names[0],
      profiles: Object.fromEntries(names.map((name) => [name, profile])),
    }),
    { mode: 0o600 },
  );
}

describe("completion after a listing of public data", () => {
  it("offers what real commands have printed", async () => {
    const all = { ...env, CARRY_BASE_URL: service.sandbox().url, CARRY_ACCEPT_CLOCK: "1" };
    const ask = async (kind: DynamicKind) => {
      const { code, stdout, stderr } = await runCarry(["__complete", ...request(LINES[kind])], all);
      expect([code, stderr]).toEqual([0, ""]);
      return linesOf(stdout);
    };
    expect(await ask("asset")).toEqual([]);
    const assets = await runCarry(["assets", "-o", "json"], all);
    const markets = await runCarry(["funding", "markets", "-o", "json"], all);
    const listedAssets = JSON.parse(assets.stdout) as Record<string, string>[];
    const listedMarkets = JSON.parse(markets.stdout) as Record<string, string>[];
    expect([listedAssets.length, listedMarkets.length].every((it) => it > 5)).toBe(true);

    expect(await ask("asset")).toEqual(listedAssets.map(({ asset, name }) => `${asset}\t${name}`));
    expect(await ask("market-id")).toEqual(
      listedMarkets.map((it) => `${it.exchange}:${it.symbol}\tmarket ${it.market_id}`),
    );
    expect(firsts(await ask("asset-class"))).toEqual(
      [...new Set(listedAssets.map((it) => it.asset_class))].sort(),
    );
    expect(firsts(await ask("exchange"))).toEqual(
      [...new Set(listedMarkets.map((it) => it.exchange))].sort(),
    );
  });

  it("puts the assets of several classes together", async () => {
    configure("main");
    await run("assets", "--class", "crypto");
    const some = offered("asset");
    await run("assets");
    expect(some.length).toBeGreaterThan(0);
    expect(offered("asset")).toEqual(expect.arrayContaining(some));
    expect(new Set(offered("asset")).size).toBe(offered("asset").length);
  });

  it("offers nothing of a service to a profile of another", async () => {
    configure("main", "second");
    await run("funding", "markets");
    await run("profile", "set", "base-url", "https://other.example", "--profile", "second");
    expect(offered("market-id").length).toBeGreaterThan(5);
    expect(offered("market-id", "--profile=second")).toEqual([]);
  });

  it("finds it among many answers of other services", async () => {
    configure("main");
    await run("assets");
    for (let n = 0; n < 10; n++) {
      const body = JSON.stringify({ data: [{ asset: `X${n}` }] });
      writeFileSync(
        join(home, "cache", `assets-00000000000${n}.json`),
        JSON.stringify({ version: 1, stored_at: NOW, key: `https://${n}.example/v1/assets`, body }),
      );
    }
    expect(offered("asset")).toContain("BTC");
    expect(offered("asset")).not.toContain("X1");
  });
});

describe("completion of a service that does not answer", () => {
  it("sends it no request", async () => {
    let connections = 0;
    const server = createServer(() => connections++);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const silent = `http://127.0.0.1:${port}`;
    configure("main");
    const all = { ...env, CARRY_BASE_URL: silent, HTTP_PROXY: silent, HTTPS_PROXY: silent };
    for (const line of KINDS.flatMap((kind) => [LINES[kind], `--profile sandbox ${LINES[kind]}`])) {
      const { code, stderr } = await runCarry(["__complete", ...request(line)], all);
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect(connections).toBe(0);
  });
});

describe("completion after a listing of positions", () => {
  const list = async (...argv: string[]) => {
    const { stdout } = await run("positions", "list", "-o", "json", ...argv);
    return JSON.parse(stdout) as Listed[];
  };
  const nameOf = ({ asset, position_id }: Listed) => `${asset}.${position_id.slice(0, 4)}`;
  const listNames = async (...argv: string[]) => (await list(...argv)).map(nameOf);
  const exchangesOf = ({ legs }: Listed, side: string) => {
    const exchanges = legs.filter((leg) => leg.side === side).map((leg) => leg.exchange);
    return [...new Set(exchanges)].sort().join("+");
  };

  it("offers their names, and nothing but these, statuses and exchanges of them is kept", async () => {
    configure("main");
    const listed = await list("--performance");
    expect(listed).toHaveLength(24);
    expect(offered("position-id")).toEqual(listed.map(nameOf));
    const file = join(home, idsFileOf(home));
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      version: 3,
      profile: "main",
      portfolio: service.sandbox().portfolioId,
      ids: listed.map((it) => [
        ...[it.position_id, it.asset, it.status],
        `${exchangesOf(it, "long")}/${exchangesOf(it, "short")}`,
      ]),
    });
    expect(statSync(join(home, "state")).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("knows the last listing, however it was narrowed", async () => {
    configure("main");
    await run("positions", "list");
    const open = await listNames("--status", "open", "--limit", "3");
    expect(open).toHaveLength(3);
    expect(offered("position-id")).toEqual(open);
  });

  it("keeps what was listed before a reader went away", async () => {
    configure("main");
    const line = "carry positions list -o ndjson | head -n 1";
    const { code, stdout, stderr } = await runShell(line, { ...env, CARRY_ACCEPT_CLOCK: "1" });
    expect([code, stderr]).toEqual([0, ""]);
    expect(offered("position-id")).toContain(nameOf(JSON.parse(stdout)));
  });

  it("keeps the ids there are when the service refuses the next listing", async () => {
    configure("main");
    const names = await listNames();
    const { code } = await run("positions", "list", "--portfolio", crypto.randomUUID());
    expect(code).toBe(4);
    expect(offered("position-id")).toEqual(names);
  });

  it("belongs to the profile that listed them", async () => {
    configure("main", "second");
    const names = await listNames("--profile", "second");
    expect(offered("position-id")).toEqual([]);
    expect(offered("position-id", "--profile=second")).toEqual(names);
  });

  it("is not replaced by a listing of another profile, nor of the sandbox", async () => {
    configure("main", "second");
    const names = await listNames();
    const open = await listNames("--profile", "second", "--status", "open");
    await listNames("--profile", "sandbox");
    expect(offered("position-id")).toEqual(names);
    expect(offered("position-id", "--profile=second")).toEqual(open);
    expect(kept()).toHaveLength(2);
  });

  it("is of the portfolio in force: that of the line, the environment, the profile", async () => {
    const other = "11111111-1111-4111-8111-111111111111";
    configure("main");
    const names = await listNames();
    await run("profile", "set", "portfolio", other);
    expect(offered("position-id")).toEqual([]);
    const { portfolioId } = service.sandbox();
    expect(words(`positions get --portfolio ${portfolioId} `, { env })).toEqual(names);
    expect(words(`positions get --portfolio=${portfolioId.toUpperCase()} `, { env })).toEqual(
      names,
    );
    env = { ...env, CARRY_PORTFOLIO: portfolioId };
    expect(offered("position-id")).toEqual(names);
    expect(words(`positions get --portfolio ${other} `, { env })).toEqual([]);
  });

  it("stores none, and removes the stored ones, with completion-ids off", async () => {
    configure("main");
    await listNames();
    await run("profile", "set", "completion-ids", "off");
    expect(kept()).toEqual([]);
    await listNames();
    expect(kept()).toEqual([]);
    await run("profile", "set", "completion-ids", "on");
    expect(offered("position-id")).toEqual([]);
    const names = await listNames();
    expect(offered("position-id")).toEqual(names);
  });

  it("leaves the ids of other profiles alone", async () => {
    configure("main", "second");
    const names = await listNames();
    await run("profile", "set", "completion-ids", "off", "--profile", "second");
    await listNames("--profile", "second");
    await run("auth", "logout", "--profile", "second");
    await run("profile", "remove", "second");
    expect(offered("position-id")).toEqual(names);
  });

  it("forgets those of every portfolio of a profile, and of no other", async () => {
    configure("main", "second");
    const names = await listNames("--profile", "second");
    await listNames();
    const other = { profile: "main", portfolio: "11111111-1111-4111-8111-111111111111" };
    rememberIds({ env, platform: process.platform, ...other }, []);
    expect(kept()).toHaveLength(3);
    await run("profile", "set", "completion-ids", "off");
    expect(kept()).toHaveLength(1);
    expect(offered("position-id", "--profile=second")).toEqual(names);
  });

  it.each([
    ["auth logout", ["auth", "logout"]],
    ["profile unset api-key", ["profile", "unset", "api-key"]],
    ["profile remove", ["profile", "remove", "main"]],
  ])("forgets them at %s", async (_, argv) => {
    configure("main");
    await listNames();
    const { code } = await run(...argv);
    expect(code).toBe(0);
    expect(kept()).toEqual([]);
  });

  it("also lists if nothing can be stored", async () => {
    configure("main");
    writeFileSync(join(home, "state"), "a file, where the directory should be");
    const { code, stderr } = await run("positions", "list");
    expect([code, stderr]).toEqual([0, ""]);
    expect(offered("position-id")).toEqual([]);
  });
});

describe("completion after a long listing", () => {
  const long = sandboxForFile({ positions: 10_400 });

  it("knows the first ten thousand", async () => {
    env = { ...env, ...long.env() };
    const { stdout } = await run("positions", "list", "-o", "json");
    const listed = JSON.parse(stdout) as Listed[];
    expect(listed).toHaveLength(10_400);
    const known = listed.slice(0, 10_000);
    const lengths = [4, 5, 6, 7, 8, 9, 10, 11, 12];
    const name = ({ asset, position_id }: Listed, length: number) =>
      `${asset}.${position_id.slice(0, length)}`;
    const counts = new Map<string, number>();
    for (const it of known.flatMap((one) => lengths.map((length) => name(one, length)))) {
      counts.set(it, (counts.get(it) ?? 0) + 1);
    }
    const shortest = known.map((one) =>
      lengths.map((length) => name(one, length)).find((it) => counts.get(it) === 1),
    );
    expect(new Set(shortest.map((it) => it?.split(".")[1]?.length)).size).toBeGreaterThan(1);
    expect(offered("position-id")).toEqual(shortest);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { HOUR_MS } from "../../src/base/time/periods.js";
import { createClient } from "../../src/client/index.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { carry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { changed, type Damage, withDamage } from "../support/damaged-service.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

type Json = Record<string, unknown>;

const directory = mkdtempSync(join(tmpdir(), "carry-unreadable-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const rules = join(directory, "rules.toml");
writeFileSync(rules, '[[rule]]\nname = "deep"\nwhen = "net_pnl < `-1000000`"\n', {
  mode: 0o600,
});

const sides = join(directory, "sides.toml");
writeFileSync(sides, '[[rule]]\nname = "sides"\nwhen = "imbalance > `1000`"\n', { mode: 0o600 });

const { sandbox } = sandboxForFile({ seed: 3, positions: 12 });

async function on(damage: Damage, line: string, service = sandbox(), more = {}) {
  return withDamage(service, damage, (env) => carry(line.split(" "), { env: { ...env, ...more } }));
}

/** Damages one position, the second that the portfolio lists. */
function second(path: string, value: unknown): Damage {
  return { position: (it, place) => (place === 1 ? changed(it, path, value) : it) };
}

const CASES = [
  ["status", "liquidating", "UNKNOWN_VALUE"],
  ["legs.0.side", "flat", "UNKNOWN_VALUE"],
  ["asset", null, "RECORD_UNREADABLE"],
  ["performance.duration_days", undefined, "RECORD_UNREADABLE"],
] as const;

const LOOKS = [
  ...[
    "positions list --performance",
    "list --by asset",
    "list --view risk",
    "list --view funding",
    "status",
  ],
  ...["list --view next", "metrics", "report --out -", "list --by exchange"],
];

/** Returns the open positions as the service sends them. */
async function sent(damage: Damage = {}): Promise<Json[]> {
  const { stdout } = await on(damage, "positions list --status open --performance -o json");
  return JSON.parse(stdout) as Json[];
}

function marketOf(position: Json | undefined): unknown {
  const [leg] = (position?.legs ?? []) as Json[];
  return leg?.market_id;
}

describe.each(CASES)("a position with %s %s", (path, value, code) => {
  it.each(LOOKS)("is named in one warning by %s, which prints the rest", async (line) => {
    const {
      code: exit,
      stdout,
      stderr,
    } = await on(second(path, value), line, sandbox(), { CARRY_OUTPUT: "json" });
    expect([exit, stdout.length > 100]).toEqual([0, true]);
    const codes = stderr.split("\n").filter((it) => it.includes(`"code":"${code}"`));
    expect(codes).toHaveLength(1);
  });

  it("is kept in json as it was sent", async () => {
    const all = await on(second(path, value), "positions list --performance -o json");
    const whole = await on({}, "positions list --performance -o json");
    const wanted = (JSON.parse(whole.stdout) as Json[]).map((it, place) =>
      place === 1 ? changed(it, path, value) : it,
    );
    expect(JSON.parse(all.stdout)).toEqual(wanted);
  });

  it("is unknown to status", async () => {
    const { stdout } = await on(second(path, value), "status -o json");
    const { rows } = JSON.parse(stdout) as { rows: readonly { causes: readonly string[] }[] };
    expect(rows.filter(({ causes }) => causes.includes("unreadable"))).toHaveLength(1);
    expect((await contradictions("status"))(JSON.parse(stdout))).toEqual([]);
  });
});

describe("sums over positions of which one cannot be read", () => {
  it("leave out only the figures that cannot be read, and count them", async () => {
    const totalsOf = async (damage: Damage) => {
      const { stdout } = await on(damage, "status -o json");
      return (JSON.parse(stdout) as { totals: Record<string, Json> }).totals;
    };
    const [whole, part] = [
      await totalsOf({}),
      await totalsOf(second("performance.funding_pnl", "much")),
    ];
    expect(part.gross_notional).toEqual(whole.gross_notional);
    expect(part.funding_pnl).toMatchObject({
      counted: Number(whole.funding_pnl?.counted) - 1,
      of: whole.funding_pnl?.of,
    });
  });

  it("are unknown for rules, which end with exit code 11", async () => {
    const open = (await sent())[0]?.position_id;
    const damage: Damage = {
      position: (it) =>
        it.position_id === open ? changed(it, "performance.net_pnl", "low") : undefined,
    };
    const { code, stdout } = await on(damage, `check --rules ${rules} -o json`);
    expect(code).toBe(11);
    expect(stdout).toContain('"unknown"');
  });
});

describe("a position requested by name", () => {
  it("is printed as it was sent, with exit code 8", async () => {
    const [first] = await sent();
    const id = String(first?.position_id);
    const damage: Damage = { position: (it) => changed(it, "note", 12) };
    const { code, stdout, stderr } = await on(damage, `positions get ${id} -o json`);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ position_id: id, note: 12 });
    expect(stderr).toContain(
      `position ${id} does not match the interface: note: expected a string, got 12`,
    );
  });
});

describe("a status or a side that the interface does not have", () => {
  it.each([
    ["status", "liquidating"],
    ["legs.0.side", "flat"],
  ])("is unknown to a check of rules: %s %s", async (path, value) => {
    const damage: Damage = {
      position: (it) => (it.status === "open" ? changed(it, path, value) : it),
    };
    const line = path === "status" ? `check --rules ${rules}` : `check --rules ${sides}`;
    expect((await on(damage, `${line} -o json`)).code).toBe(11);
  });

  it("is in status, as a position that cannot be read", async () => {
    const damage: Damage = { position: (it) => changed(it, "status", "liquidating") };
    const { stdout } = await on(damage, "status -o json");
    expect(stdout).toContain('"unreadable"');
  });

  it("is left out by --status, and --status all sends no filter", async () => {
    const damage: Damage = { position: (it) => changed(it, "status", "liquidating") };
    const { stdout } = await on(damage, "positions list --status open --status closed -o json");
    expect(JSON.parse(stdout)).toEqual([]);
    const all = await on(damage, "positions list --status all -o json -v --limit 5");
    expect(JSON.parse(all.stdout)).toHaveLength(5);
    expect(all.stderr).not.toContain("statuses=");
  });
});

describe("the warning", () => {
  it("names one record in a line, and counts the others", async () => {
    const damage: Damage = { position: (it) => changed(it, "asset", null) };
    const { stderr } = await on(damage, "positions list -o json");
    const [line = ""] = stderr.split("\n").filter((it) => it.includes("RECORD_UNREADABLE"));
    const { message } = (JSON.parse(line) as { warning: { message: string } }).warning;
    expect(message).toMatch(
      /^12 records cannot be read in full: position \S+ \(asset: expected a string, got null\) and 11 more$/,
    );
  });

  it("names a record without a readable id by its place", async () => {
    const damage: Damage = second("position_id", 7);
    const { code, stderr } = await on(damage, "positions list");
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /item 2 of the positions of portfolio \S+ \(position_id: expected a string, got 7/,
    );
  });

  it("has `?` in a table for what cannot be read", async () => {
    const damage = second("legs.0.quantity", "many");
    const { stdout } = await on(damage, "positions list --columns asset,legs.quantity --legs");
    expect(stdout).toMatch(/^\w+ +\?$/m);
  });
});

describe("an envelope that cannot be read", () => {
  it.each(["positions list", "status", "assets"])("ends %s with exit code 8", async (line) => {
    const broken = (data: unknown) => ({ data }) as unknown as Json;
    const { code } = await withDamage(sandbox(), { envelope: broken }, (env) =>
      carry(line.split(" "), { env }),
    );
    expect(code).toBe(8);
  });
});

describe("assets and events", () => {
  it("are printed when one of them cannot be read", async () => {
    const damage: Damage = { asset: (it, at) => (at === 2 ? changed(it, "name", null) : it) };
    const json = await on(damage, "assets -o json");
    expect(json.code).toBe(0);
    expect((JSON.parse(json.stdout) as Json[])[2]?.name).toBeNull();
    expect(json.stderr).toContain("RECORD_UNREADABLE");
    const table = await on(damage, "assets");
    expect(table.stdout).toMatch(/^\w+ +\? +crypto /m);
  });

  it.each(["noon", "9999-12-31T00:00:00+00:00", "1970-01-01T00:00:00Z"])(
    "count as missing when their time (%s) or their rate cannot be read",
    async (time) => {
      const [first] = await sent();
      const market = marketOf(first);
      const damage: Damage = {
        event: (it, at) =>
          at === 1
            ? changed(it, "funding_time", time)
            : at === 3
              ? changed(it, "funding_rate", 0.1)
              : it,
      };
      const { code, stdout, stderr } = await on(damage, `funding history ${market} -o json`);
      expect(code).toBe(0);
      expect((JSON.parse(stdout) as Json[]).slice(1, 4)).toMatchObject([
        { funding_time: time },
        {},
        { funding_rate: 0.1 },
      ]);
      expect(stderr).toContain("2 records cannot be read in full");
    },
  );
});

describe("archive sync", () => {
  it("records positions and events that cannot be read as they were sent", async () => {
    const archive = join(directory, "archive");
    const starts: string[] = [];
    let now = NOW;
    const moving = await startSandbox({ seed: 3, positions: 12, now: () => now });
    onTestFinished(() => moving.close());
    const [first, other] = await sent();
    const damage: Damage = {
      position: (it) => {
        if (it.position_id === first?.position_id) return changed(it, "legs.0.quantity", "many");
        return it.position_id === other?.position_id ? changed(it, "status", "frozen") : it;
      },
      event: (it, at) => (at === 1 ? changed(it, "funding_rate", 0.1) : it),
      onRequest(url) {
        const start = new URL(url, "http://x").searchParams.get("start");
        if (start !== null) starts.push(start);
      },
    };
    await withDamage(moving, damage, async (own) => {
      const env = { ...own, CARRY_ARCHIVE: archive };
      const sync = await carry(["archive", "sync", "-o", "json"], { env });
      expect(sync.code).toBe(0);
      const exported = await carry(["archive", "export", "positions", "-o", "ndjson"], { env });
      const rows = exported.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Json);
      const kept = rows.find(({ position_id }) => position_id === first?.position_id);
      expect(String(kept?.raw)).toContain('"quantity":"many"');
      expect(rows.find(({ position_id }) => position_id === other?.position_id)).toMatchObject({
        status: "frozen",
      });
      const verify = await carry(["archive", "status", "--verify"], { env });
      expect(verify.code).toBe(0);
      starts.length = 0;
      now += HOUR_MS;
      const again = await carry(["archive", "sync", "-o", "json"], { env });
      expect(again.code).toBe(0);
      // An event is missing, so the whole range is requested, and not the last days of it.
      const month = new Date(now - 29 * 24 * HOUR_MS).toISOString();
      expect(starts.length).toBeGreaterThan(0);
      expect(starts.filter((start) => start > month)).toEqual([]);
      for (const look of ["pnl", "pnl --by event", "get --days"]) {
        const ids = look === "get --days" ? [String(other?.position_id)] : [];
        const { code, stderr } = await carry(["positions", ...look.split(" "), ...ids], { env });
        expect([look, code, stderr]).toEqual([look, 0, expect.any(String)]);
      }
    });
  });
});

describe("a service that ignores a filter", () => {
  it("puts no closed position into a look at open ones", async () => {
    const whole = await sent();
    const line = "positions list --status open -o json";
    const { stdout, stderr } = await on({ ignores: "statuses" }, line);
    expect((JSON.parse(stdout) as Json[]).map((it) => it.status)).toEqual(whole.map(() => "open"));
    expect(stderr).toBe("");
    const status = await on({ ignores: "statuses" }, "status -o json");
    expect(status.stdout).toContain(`"of":${whole.length}`);
  });

  it("puts no class that is not known into assets of another one", async () => {
    const damage: Damage = { asset: (it, at) => (at === 0 ? changed(it, "asset_class", "x") : it) };
    const all = await on(damage, "assets -o json");
    expect((JSON.parse(all.stdout) as Json[])[0]?.asset_class).toBe("x");
    const { stdout } = await on(damage, "assets --class crypto -o json");
    expect(stdout).not.toContain('"asset_class":"x"');
  });

  it("puts no other class into assets", async () => {
    const damage: Damage = {
      ignores: "asset_classes",
      asset: (it, at) => (at % 2 === 0 ? changed(it, "asset_class", "equity") : it),
    };
    const { stdout } = await on(damage, "assets --class crypto -o json");
    const classes = (JSON.parse(stdout) as Json[]).map((it) => it.asset_class);
    expect(new Set(classes)).toEqual(new Set(["crypto"]));
  });
});

describe("the library", () => {
  it("refuses a record that does not match, unless it is told of", async () => {
    await withDamage(sandbox(), second("asset", null), async (env) => {
      const options = { baseUrl: env.CARRY_BASE_URL ?? "", apiKey: env.CARRY_API_KEY };
      const portfolioId = env.CARRY_PORTFOLIO ?? "";
      const strict = createClient(options);
      const all = async () => {
        const found: unknown[] = [];
        for await (const it of strict.positions.list({ portfolioId })) found.push(it);
        return found;
      };
      await expect(all()).rejects.toThrow(
        /does not match the interface: data\.1\.asset: expected a string, got null/,
      );
      await strict.close();
      const told: unknown[] = [];
      const tolerant = createClient({
        ...options,
        onDoubt: (it) => told.push(it.kind === "unreadable" ? [it.record, it.problem] : it),
      });
      const assets: string[] = [];
      for await (const { asset } of tolerant.positions.list({ portfolioId })) assets.push(asset);
      await tolerant.close();
      expect([assets.length, assets[1]]).toEqual([12, "?"]);
      expect(told).toEqual([
        [expect.stringMatching(/^position /), "asset: expected a string, got null"],
      ]);
    });
  });

  it("sends asset classes in one parameter, or one each", async () => {
    const asked: string[] = [];
    await withDamage(sandbox(), { onRequest: (url) => asked.push(url) }, async (env) => {
      for (const classList of ["comma", "repeat"] as const) {
        const client = createClient({ baseUrl: env.CARRY_BASE_URL ?? "", classList });
        await client.assets.list({ classes: ["crypto", "equity"] }).catch(() => {});
        await client.close();
      }
    });
    expect(asked).toEqual([
      "/v1/assets?asset_classes=crypto,equity",
      "/v1/assets?asset_classes=crypto&asset_classes=equity",
    ]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { PositionOf } from "../../src/figures/subjects.js";
import { catalogue } from "../../src/serve/library/index.js";
import { startAgent } from "../mcp/agent.js";
import { parsePage, valueIn } from "../metrics/parse.js";
import { serviceOf } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { ago, hedged, MINUTE } from "../support/fresh-legs.js";
import { PORTFOLIO, performance } from "../support/records.js";

/* The catalogue with one more figure of positions: nothing else is said of it anywhere. */
vi.mock("../../src/figures/catalog/catalog.js", async (importOriginal) => {
  const original = await importOriginal<typeof import("../../src/figures/catalog/catalog.js")>();
  const { fig } = await import("../../src/figures/figure.js");
  const { netPnl } = await import("../../src/figures/catalog/position.js");
  const added = fig(
    "twice_net",
    {
      ...{ unit: "usd", head: "2 net", signed: true },
      help: "Twice the net PnL.",
      formula: "net_pnl × 2",
      unknownWhen: "the net PnL is unknown",
    },
    (p: PositionOf) => netPnl(p).map((it) => it.times(2)),
  );
  return { ...original, POSITION_CATALOG: [...original.POSITION_CATALOG, added] };
});

it("A figure that is added to the catalogue is in list, csv, schema, rules, metrics, agents, explain and the library", async () => {
  const one = hedged(1, {
    performance: performance({ net_pnl: 40.5, calculated_at: ago(MINUTE) }),
  });
  const { url } = await serviceOf({ positions: [one] });
  const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, CARRY_BASE_URL: url };
  const run = async (...argv: string[]) => (await carry(argv, { env })).stdout;

  const { rows } = JSON.parse(await run("list", "--columns", "name,twice_net", "-o", "json"));
  expect(rows[0].twice_net).toMatchObject({ value: 81, unit: "usd" });
  expect(await run("list", "--columns", "name,2 net")).toContain("+81");
  expect(await run("list", "--columns", "twice_net", "-o", "csv")).toBe("twice_net\r\n81\r\n");
  expect(await run("schema", "list-view")).toContain("Twice the net PnL.");
  expect(await run("explain", "twice_net")).toContain("net_pnl × 2");
  expect(await run("help", "rules")).toContain("twice_net");

  const directory = mkdtempSync(join(tmpdir(), "carry-added-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const rules = join(directory, "rules.toml");
  writeFileSync(rules, '[[rule]]\nname = "twice"\nwhen = "twice_net > 80"\n');
  const checked = JSON.parse(await run("check", "--rules", rules, "-o", "json"));
  expect(checked.rows).toMatchObject([{ result: "failed", figures: { twice_net: 81 } }]);

  const page = parsePage(await run("metrics"));
  expect(valueIn(page, "carry_position_twice_net_usd", { asset: "BTC" })).toBe(81);
  expect(catalogue.position.find(({ name }) => name === "twice_net")?.unit).toBe("usd");

  const agent = await startAgent([], { env });
  const listed = await agent.call("list", { columns: "name,twice_net" });
  expect(listed.text).toContain("81 usd");
  expect((await agent.call("explain", { word: "twice_net" })).text).toContain("Twice the net PnL.");
  await agent.end();
});

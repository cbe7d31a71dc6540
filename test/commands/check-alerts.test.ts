import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { ago, DAY, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position } from "../support/records.js";

interface Told {
  readonly event: string;
  readonly rule: string;
  readonly position_id: string;
  readonly at: string;
  readonly severity?: string;
  readonly summary: string;
}

/** Runs `carry check --on-alert` against one service, some minutes apart. */
async function checker(rule: string, words: readonly string[] = []) {
  const home = mkdtempSync(join(tmpdir(), "carry-check-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const rules = join(home, "rules.toml");
  const log = join(home, "told.ndjson");
  writeFileSync(rules, `[[rule]]\nname = "loss"\n${rule}\n`);
  let sent: number | null | "down" = null;
  let leverage: number | null = 3;
  const { url } = await faultyServer((socket) => {
    if (sent === "down") return void socket.destroy();
    const gone = leverage === null ? { mark_price: null } : {};
    const one = position(1, {
      opened_at: ago(40 * DAY),
      legs: [
        long({ market_id: null }),
        short({ market_id: null, ...gone, leverage: leverage ?? 3 }),
      ],
      performance: performance({ net_pnl: sent, calculated_at: ago(MINUTE) }),
    });
    socket.write(answer(200, JSON.stringify({ data: [one], next_cursor: null })));
  });
  const env = {
    ...{ CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, CARRY_STATE_DIR: home },
    ...{ PATH: process.env.PATH ?? "", CARRY_RETRIES: "0" },
  };
  return {
    /** Checks at a minute, while the service sends this net PnL and leverage (null: no mark price), or is down. */
    at(minute: number, netPnl: typeof sent, its: number | null = 3) {
      sent = netPnl;
      leverage = its;
      const argv = ["check", "--rules", rules, "--on-alert", `cat >> ${log}`];
      return carry([...argv, ...words, "--base-url", url], {
        env: { ...env, CARRY_RETRIES: "0" },
        clock: { now: () => NOW + minute * MINUTE },
      });
    },
    told(): Told[] {
      const text = existsSync(log) ? readFileSync(log, "utf8") : "";
      return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Told]));
    },
  };
}

const LOSS = "when = 'net_pnl < 0'";

describe.skipIf(process.platform === "win32")("carry check --on-alert", () => {
  it("tells what failed once, and its end once, with the severity and the figures", async () => {
    const { at, told } = await checker(`${LOSS}\nseverity = "critical"`);
    const codes: number[] = [];
    for (const [minute, netPnl] of [
      [0, 5],
      [5, -7.5],
      [10, -9],
      [15, 5],
      [20, 6],
    ] as const) {
      codes.push((await at(minute, netPnl)).code);
    }
    expect(codes).toEqual([0, 10, 10, 0, 0]);
    expect(told()).toMatchObject([
      {
        event: "alert",
        rule: "loss",
        position_id: "00000000-0000-4000-8000-000000000001",
        severity: "critical",
        summary: "BTC.00000000: loss: net_pnl -7.5",
      },
      { event: "resolved", rule: "loss" },
    ]);
  });

  it("changes nothing while a figure is not known, or nothing can be fetched", async () => {
    const { at, told } = await checker(LOSS);
    await at(0, -1);
    expect((await at(5, null)).code).toBe(11);
    expect((await at(10, "down")).code).toBe(7);
    expect(told().map(({ event }) => event)).toEqual(["alert"]);
    await at(15, 3);
    expect(told().map(({ event }) => event)).toEqual(["alert", "resolved"]);
  });

  it("does not tell the end of what can no longer be seen", async () => {
    const { at, told } = await checker('when = "margin_thin"');
    const codes: number[] = [];
    for (const [minute, leverage] of [
      [0, 50],
      [1, null],
      [2, 50],
      [3, 3],
    ] as const) {
      codes.push((await at(minute, 5, leverage)).code);
    }
    expect(codes).toEqual([10, 11, 10, 0]);
    const events = told().map(({ event, at: time }) => `${event} ${time.slice(11, 16)}`);
    expect(events).toEqual(["alert 12:00", "resolved 12:03"]);
  });

  it("tells that nothing is seen after three checks in a row that failed", async () => {
    const { at, told } = await checker(LOSS);
    for (const minute of [0, 5, 10, 15]) await at(minute, "down");
    expect(told().map(({ event, rule }) => [event, rule])).toEqual([["blind", "blind"]]);
    await at(20, 1);
    expect(told().at(-1)).toMatchObject({ event: "resolved", rule: "blind" });
  });

  it("waits for as long as the rule says", async () => {
    const { at, told } = await checker(`${LOSS}\nfor = "10m"`);
    const events = async (minute: number, netPnl: number) => {
      await at(minute, netPnl);
      return told().map(({ event }) => event);
    };
    expect(await events(0, -1)).toEqual([]);
    expect(await events(9, -1)).toEqual([]);
    expect(await events(10, -1)).toEqual(["alert"]);
    expect(await events(20, 20)).toEqual(["alert", "resolved"]);
  });

  it("waits for --for where the rule says nothing", async () => {
    const { at, told } = await checker(LOSS, ["--for", "5m"]);
    await at(0, -1);
    expect(told()).toEqual([]);
    await at(5, -1);
    expect(told().map(({ event }) => event)).toEqual(["alert"]);
  });
});

it("carry check refuses --for without --on-alert", async () => {
  const { code, stderr } = await carry(["check", "--for", "5m"], { env: {} });
  expect(stderr).toContain("--for works only with --on-alert");
  expect(code).toBe(2);
});

import { describe, expect, it } from "vitest";
import { pairOf } from "../../../src/analytics/portfolio/groups.js";
import { momentOf, standingOf } from "../../../src/analytics/position/snapshot-position.js";
import type { Position } from "../../../src/client/resources/position.js";
import { HLEDGER_ACCOUNTS, postingsOf } from "../../../src/features/ledger/accounts.js";
import { ledgerDays } from "../../../src/features/ledger/days.js";
import { byDayAndPosition } from "../../../src/features/ledger/entry.js";
import { ledgerOf } from "../../../src/features/ledger/figures.js";
import { createJournal } from "../../../src/features/ledger/journals.js";
import type { LedgerRow } from "../../../src/features/ledger/texts.js";
import { randomPositions } from "../../recomputed/random-portfolio.js";
import type { Listed } from "../../recomputed/reasons.js";
import { fileOf, hledgerBalances, runProgram } from "../../support/ledger-programs.js";
import { isInstalled } from "../../support/needs.js";
import { NOW } from "../../support/now.js";
import { type Random, randomOf } from "../../support/random.js";
import { type Listing, openOf, totalsOf } from "./oracle.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEEDS = Array.from({ length: 120 }, (_, n) => n + 1);
const EACH = 5;
const MADE = randomPositions(SEEDS.length * EACH, 36, NOW);
const ASSETS = ["BTC", "1000PEPE", "pepe", "PEPE", "BTC USD", "均衡", "k:BONK", "USD;C"] as const;

type Sent = Listed & { readonly status: "open" | "closed"; readonly asset?: string };

/** Ids of which the beginning differs, as it does in those of a service. */
const idOf = (n: number) =>
  `${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;

/** How a position goes on from one snapshot to the next. */
interface Life {
  sent: Sent;
  isHidden: boolean;
  /** The snapshot that lists it first. */
  readonly from: number;
}

function lifeOf(random: Random, n: number, snapshots: number): Life {
  const { listed } = MADE[n] ?? MADE[0] ?? { listed: undefined };
  if (listed === undefined) throw new Error("no position");
  const from = random.chance(60) ? 0 : random.below(snapshots);
  const asset = ASSETS[n % ASSETS.length] ?? "BTC";
  return { sent: { ...listed, position_id: idOf(n), asset }, isHidden: false, from };
}

/** Lets a position be paid, pay, close, vanish, come back, or be sent without a performance. */
function next(random: Random, { sent }: Life): Sent {
  if (sent.status === "closed") return sent;
  const drift = () => (random.below(200_001) - 100_000) / random.pick([3, 700, 1e6, 2e9]);
  const { funding_pnl, fees, spread_pnl, ...rest } = sent.performance ?? {
    ...{ funding_pnl: 0, fees: { paid: 0, estimated_exit: 0 } },
    ...{ spread_pnl: { realized: 0, unrealized: 0 }, net_pnl: null, duration_days: 1, apr: null },
    calculated_at: new Date(NOW).toISOString(),
  };
  const performance = {
    ...rest,
    funding_pnl: Number((funding_pnl + drift()).toFixed(random.pick([3, 9]))), // also half cents
    fees: { ...fees, paid: fees.paid + (random.chance(20) ? Math.abs(drift()) : 0) },
    spread_pnl: {
      ...spread_pnl,
      realized: spread_pnl.realized + (random.chance(20) ? drift() : 0),
    },
  };
  return { ...sent, performance, status: random.chance(4) ? "closed" : "open" } as Sent;
}

/** Returns what a portfolio is listed as over some days. */
function history(seed: number): Listing<Sent>[] {
  const random = randomOf(seed);
  const count = 8 + random.below(30);
  const lives = Array.from({ length: EACH }, (_, n) =>
    lifeOf(random, (seed - 1) * EACH + n, count),
  );
  let at = NOW - 20 * DAY + random.below(24) * HOUR;
  return Array.from({ length: count }, (_, index) => {
    at += random.pick([1, 1, 3, 11, 30]) * HOUR + random.below(HOUR);
    const positions = lives.flatMap((life) => {
      if (life.from > index) return [];
      const isNew = life.from === index && index > 0 && random.chance(50);
      const opened_at = new Date(isNew ? at - 1000 : NOW - 400 * DAY).toISOString();
      life.sent = life.from === index ? { ...life.sent, opened_at } : next(random, life);
      if (random.chance(6)) life.isHidden = !life.isHidden;
      if (life.isHidden) return [];
      const { performance: _, ...bare } = life.sent;
      return [random.chance(4) ? bare : life.sent];
    });
    return { at, positions };
  });
}

async function rowsOf(listings: readonly Listing<Sent>[]): Promise<LedgerRow[]> {
  const times = listings.map(({ at }) => at);
  const days = ledgerDays(times);
  const end = days.at(-1)?.to ?? times[0] ?? 0;
  const moments = async function* () {
    for (const { at, positions } of listings) {
      if (at > end) return;
      yield momentOf(
        at,
        positions.map((it) => standingOf(it as unknown as Position)),
      );
    }
  };
  const { entries, standings } = await ledgerOf(days, moments());
  const open = new Set(standings.flatMap((it) => (it.status === "open" ? [it.positionId] : [])));
  return entries.map((entry) => ({
    ...{ portfolio_id: "", ...entry, exchanges: pairOf(entry.legs) },
    status: open.has(entry.positionId) ? "open" : "closed",
  }));
}

const PORTFOLIOS = SEEDS.map((seed) => ({ seed, listings: history(seed) }));
const cents = (amount: { toFixed(places: number): string }) =>
  BigInt(amount.toFixed(2).replace(".", ""));

/** Adds up postings, in cents; amounts of 0 are not posted. */
function sums(rows: readonly LedgerRow[]): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const { positionId, component, amount } of rows) {
    const key = `${positionId}/${component}`;
    found.set(key, (found.get(key) ?? 0n) + cents(amount));
  }
  return found;
}
const withoutZeros = (totals: ReadonlyMap<string, bigint>) =>
  [...totals].filter(([, usd]) => usd !== 0n).sort();

describe("ledgers of random portfolios", () => {
  it("add up to what the service sent last, to the cent, for each position and component", async () => {
    let compared = 0;
    for (const { seed, listings } of PORTFOLIOS) {
      const totals = withoutZeros(totalsOf(listings));
      expect(withoutZeros(sums(await rowsOf(listings))), `seed ${seed}`).toEqual(totals);
      compared += totals.length;
    }
    expect(compared).toBeGreaterThan(800);
  });

  it("have an id for each amount, which with its day and amount is the same in every later run", async () => {
    for (const { seed, listings } of PORTFOLIOS) {
      const random = randomOf(seed);
      const whole = (await rowsOf(listings)).map(keyOf);
      expect(new Set(whole.map(([id]) => id)).size, `seed ${seed}`).toBe(whole.length);
      const early = listings.slice(0, 1 + random.below(listings.length));
      const before = (await rowsOf(early)).map(keyOf);
      expect(whole.slice(0, before.length), `seed ${seed}`).toEqual(before);
    }
  });

  it("mark what belongs to an open position with !", async () => {
    for (const { seed, listings } of PORTFOLIOS) {
      const open = openOf(listings);
      for (const row of await rowsOf(listings)) {
        const mark = open.has(row.positionId) ? "!" : "*";
        expect(createJournal("hledger").write(row), `seed ${seed}`).toMatch(
          `\n${row.day} ${mark} `,
        );
        expect(createJournal("beancount").write(row), `seed ${seed}`).toMatch(
          `\n${row.day} ${mark} `,
        );
      }
    }
  });

  it("have a valid account for each asset, 1000PEPE as it is", async () => {
    const accounts = new Set<string>();
    for (const { listings } of PORTFOLIOS) {
      for (const row of await rowsOf(listings)) {
        const postings = postingsOf(row, HLEDGER_ACCOUNTS);
        expect(postings[0].amount.plus(postings[1].amount).toFixed()).toBe("0");
        for (const { account } of postings) accounts.add(account);
      }
    }
    const parts = [...accounts].flatMap((account) => account.split(":"));
    expect(parts.filter((part) => !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(part))).toEqual([]);
    const funded = [...accounts].filter((account) => account.startsWith("income:carry:funding:"));
    expect(funded).toHaveLength(ASSETS.length);
    expect(funded).toContain("income:carry:funding:1000PEPE");
  });

  it("are balanced in hledger, Ledger and beancount, with the same sums", async () => {
    const some = PORTFOLIOS.slice(0, 12);
    const rows = (await Promise.all(some.map(({ listings }) => rowsOf(listings))))
      .flat()
      .sort(byDayAndPosition);
    const expected = some
      .flatMap(({ listings }) => [...totalsOf(listings)])
      .reduce((sum, [key, usd]) => sum + (key.endsWith("fees_paid") ? -usd : usd), 0n);
    const textOf = (program: "hledger" | "beancount") => {
      const { begin, write } = createJournal(program);
      return begin + rows.map(write).join("");
    };
    const journal = textOf("hledger");
    const path = fileOf(journal, "carry.journal");
    if (isInstalled("hledger", ["--version"], "random ledgers were")) {
      runProgram("hledger", ["-f", path, "check", "--strict"]);
      const held = [...hledgerBalances(journal, "^assets:carry").values()];
      expect(BigInt(held.reduce((a, b) => a + b, 0))).toBe(expected);
    }
    if (isInstalled("ledger", ["--version"], "random ledgers were")) {
      const own = ["-f", path, "--strict", "--pedantic", "bal", "--flat", "--no-total"];
      const format = "%(quantity(scrub(display_total)))\n";
      const amounts = runProgram("ledger", [...own, "--format", format, "^assets:carry"]);
      const held = amounts
        .trim()
        .split("\n")
        .map((usd) => Math.round(Number(usd) * 100));
      expect(BigInt(held.reduce((a, b) => a + b, 0))).toBe(expected);
    }
    if (isInstalled("bean-check", ["--version"], "random ledgers were")) {
      const own = fileOf(textOf("beancount"), "carry.beancount");
      runProgram("bean-check", [own]);
      const query = "SELECT sum(number) AS n WHERE account ~ '^Assets:Carry'";
      const sum = runProgram("bean-query", ["-f", "csv", own, query]).trim().split(/\s+/).at(-1);
      expect(BigInt(Math.round(Number(sum) * 100))).toBe(expected);
    }
  });
});

function keyOf({ id, day, name, amount }: LedgerRow): [string, string, string, string] {
  return [id, day, name, amount.toFixed(2)];
}

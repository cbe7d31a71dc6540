import { describe, expect, it } from "vitest";
import { answer } from "../support/faulty-server.js";
import { long as fresh, short as freshShort } from "../support/fresh-legs.js";
import { leg, performance, position, uuidOf } from "../support/records.js";
import { earning, THREE, type Watched, watch } from "../support/watched.js";

const SHORT = { side: "short", exchange: "bybit", market_id: 2 };
const [, ETH] = THREE;

/** Returns the lines of the log that are about the book or, if asked for, its alerts. */
const logOf = ({ screen }: Watched, about: "book" | "alerts" = "book"): string[] =>
  screen
    .lines()
    .filter((line) => /^(\d\d-\d\d )?\d\d:\d\d:\d\dZ /.test(line))
    .filter((line) => /Z {2}(alerted|cleared) /.test(line) === (about === "alerts"));

/** Returns a position of this many BTC on both sides. */
const sized = (n: number, asset: string, long: number, short: number) =>
  position(n, {
    asset,
    legs: [leg({ quantity: long }), leg({ ...SHORT, quantity: short })],
    performance: performance({ net_pnl: 100 }),
  });

/** Returns a position that does not need attention. */
const well = (n: number, asset: string) =>
  position(n, { asset, legs: [fresh(), freshShort()], performance: performance() });

describe("the event log of a shown watch", () => {
  it("has a line with the time for each opened, vanished and resized position", async () => {
    const it = await watch([sized(1, "BTC", 0.5, 0.5), ...THREE.slice(1)], [], { columns: 120 });
    expect(logOf(it)).toEqual([]);
    it.served.positions = [
      sized(1, "BTC", 0.4, 0.5),
      ETH as Record<string, unknown>,
      earning(4, "XRP", -5),
    ];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(logOf(it)).toEqual([
      "12:00:30Z  resized   BTC.0000  long binance 0.5, short bybit 0.5 → long binance 0.4, short bybit 0.5",
      "12:00:30Z  opened    XRP.0000  long binance 0.5, short bybit 0.5",
      "12:00:30Z  vanished  SOL.0000  net PnL +200.00",
    ]);
    it.served.positions = [sized(1, "BTC", 0.3, 0.3)];
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(logOf(it).slice(3)).toEqual([
      "12:01:00Z  resized   BTC.0000  long binance 0.4, short bybit 0.5 → long binance 0.3, short bybit 0.3",
      "12:01:00Z  vanished  ETH.0000  net PnL +100.00",
      "12:01:00Z  vanished  XRP.0000  net PnL -5.00",
    ]);
  });

  it("lists the legs if some were added or removed", async () => {
    const it = await watch([sized(1, "BTC", 0.5, 0.5)], [], { columns: 120 });
    const one = position(1, { legs: [leg({ quantity: 2 })], performance: performance() });
    it.served.positions = [one];
    await it.passes(30_000);
    await it.shows("unhedged  BTC.0000");
    expect(logOf(it)).toEqual([
      "12:00:30Z  unhedged  BTC.0000  no short leg: long binance 0.5, short bybit 0.5 → long binance 2",
    ]);
  });

  it("calls a leg that went to 0 unhedged where nothing else is held on its side", async () => {
    const it = await watch([sized(1, "BTC", 0.5, 0.5)], [], { columns: 120 });
    it.served.positions = [sized(1, "BTC", 0.5, 0)];
    await it.passes(30_000);
    await it.shows("unhedged  BTC.0000");
    expect(logOf(it)).toEqual([
      "12:00:30Z  unhedged  BTC.0000  no short leg: long binance 0.5, short bybit 0.5 → long binance 0.5, short bybit 0",
    ]);
  });

  it("lists alerts and their ends with how long they lasted, but not those of the first round", async () => {
    const empty = (n: number, asset: string) => ({ ...well(n, asset), legs: [] });
    const it = await watch([empty(1, "BTC"), well(2, "ETH")]);
    expect(logOf(it, "alerts")).toEqual([]);
    expect(it.screen.text()).toMatch(/^>● BTC\.0000 .* no legs$/m);
    it.served.positions = [well(1, "BTC"), empty(2, "ETH")];
    await it.passes(30_000);
    await it.shows("cleared");
    expect(logOf(it, "alerts")).toEqual([
      "12:00:30Z  alerted   ETH.0000  no legs",
      "12:00:30Z  cleared   BTC.0000  legs_missing (after 30s)",
    ]);
  });

  it("says since when something was so that is reported after --for", async () => {
    const it = await watch([{ ...well(1, "BTC"), legs: [] }], ["--for", "60s"]);
    await it.passes(60_000);
    await it.shows("alerted");
    expect(logOf(it, "alerts")).toEqual(["12:01:00Z  alerted   BTC.0000  no legs (since 1m)"]);
  });

  it("does not list changed figures", async () => {
    const it = await watch(THREE);
    it.served.positions = [earning(1, "BTC", 900), ...THREE.slice(1)];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(logOf(it)).toEqual([]);
  });

  it("lists what happened while rounds failed, with the time of the next successful round", async () => {
    const it = await watch(THREE);
    it.served.failure = answer(503, "");
    it.served.positions = THREE.slice(1);
    await it.passes(30_000);
    await it.shows("failed");
    expect(logOf(it)).toEqual([]);
    it.served.failure = undefined;
    await it.passes(30_000);
    await it.shows("vanished");
    expect(logOf(it)).toEqual(["12:01:00Z  vanished  BTC.0000  net PnL +300.00"]);
  });

  it("shows the date of an earlier day", async () => {
    const it = await watch(THREE, [], { columns: 120, start: Date.parse("2026-05-31T23:59:00Z") });
    it.served.positions = THREE.slice(0, 2);
    await it.passes(30_000);
    await it.shows("23:59:30Z  vanished  SOL.0000");
    it.served.positions = THREE.slice(0, 1);
    await it.passes(30_000);
    await it.shows("00:00:00Z  vanished  ETH.0000");
    expect(logOf(it)).toEqual([
      "05-31 23:59:30Z  vanished  SOL.0000  net PnL +200.00",
      "00:00:00Z  vanished  ETH.0000  net PnL +100.00",
    ]);
  });

  it("makes text from the service harmless", async () => {
    const it = await watch(THREE);
    it.served.positions = [...THREE, earning(4, "X\u001b[2J\u202e", 1)];
    await it.passes(30_000);
    await it.shows("opened    X\\x1b[2J\\u202e.0000");
  });
});

describe("the place of the event log", () => {
  const many = Array.from({ length: 40 }, (_, n) => well(n, `A${n}`));

  it("is above the keys, with the headings and some rows still visible", async () => {
    const it = await watch(many, [], { columns: 80, rows: 24 });
    it.served.positions = many.slice(0, 30);
    await it.passes(30_000);
    await it.shows("vanished");
    const lines = it.screen.lines();
    expect(lines[0]).toMatch(/^30 open /);
    expect(lines[3]).toMatch(/^ {3}position .* net +away +why$/);
    expect(lines.slice(4, 9).map((line) => line.slice(0, 6))).toEqual([
      ">○ A0.",
      ...[" ○ A1.", " ○ A2.", " ○ A3.", " ○ A4."],
    ]);
    const shown = lines.slice(-2, -1);
    expect(shown).toEqual(lines.filter((line) => line.includes("vanished")));
    expect(shown.map((line) => line.slice(21, 24))).toEqual(["A39"]);
    expect(lines.at(-1)).toMatch(/^\? keys .* 1-18 of 30$/);
  });

  it.each([
    [6, 0],
    [12, 1],
    [24, 1],
    [40, 8],
    [60, 8],
  ])(
    "has on a screen of %i lines at most %i: two thirds are rows, if there are as many",
    async (rows, most) => {
      const it = await watch(many, [], { columns: 80, rows });
      it.served.positions = many.slice(0, 25);
      await it.passes(30_000);
      await it.shows("25 open");
      expect(logOf(it)).toHaveLength(most);
      expect(it.screen.lines()[3]).toMatch(/^ {3}position/);
      const shown = it.screen.lines().filter((line) => /^[> ]○ A\d/.test(line));
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(25, rows < 24 ? 1 : (2 * rows) / 3));
    },
  );

  it.each(["e", "\r"])("is a page with e, scrolled as far as it fits, until %j", async (key) => {
    const it = await watch(many, [], { columns: 80, rows: 24 });
    it.press("e");
    await it.shows("Nothing has happened since the watch began.");
    it.press(key);
    await it.shows(">○ A0.");
    it.served.positions = many.slice(0, 30);
    await it.passes(30_000);
    await it.shows("vanished");
    it.press("e");
    await it.shows("Esc back");
    expect(logOf(it)).toHaveLength(10);
    it.served.positions = [];
    await it.passes(30_000);
    await it.shows("no open positions");
    expect(logOf(it)).toHaveLength(21);
    expect(it.screen.lines()[22]).toContain("A29");
    expect(it.screen.lines().at(-1)).toContain("20-40 of 40");
    it.press("\u001b[H");
    await it.shows("1-21 of 40");
    expect(it.screen.lines()[2]).toContain("A30");
    it.press(key);
    await it.shows("No open positions.");
  });

  it("names positions of one asset by ids, shortened as far as they stay unique, as the table", async () => {
    const id = (head: string) => `${head}${uuidOf(0).slice(head.length)}`;
    const [one, two] = ["aaaaaaaa-1", "aaaaaaaa-2"].map((head) => ({
      ...earning(0, "BTC", 1),
      position_id: id(head),
    }));
    const it = await watch([one, two] as never);
    expect(it.screen.text()).toContain(" ○ BTC.aaaaaaaa-2 ");
    it.served.positions = [one] as never;
    await it.passes(30_000);
    await it.shows("vanished  BTC.aaaaaaaa-2  net PnL");
  });
});

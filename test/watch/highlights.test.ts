import { describe, expect, it } from "vitest";
import { leg } from "../support/records.js";
import { earning, THREE, watch } from "../support/watched.js";

const RISEN = "\u001b[1m\u001b[4m↑";
const FALLEN = "\u001b[1m\u001b[4m↓";

/** BTC gains 50 USD, ETH loses 50, SOL 1. */
const MOVED = [earning(1, "BTC", 350), earning(2, "ETH", 50), earning(3, "SOL", 199)];

describe("a figure that changed since the last round", () => {
  it("has an arrow up if it rose and down if it fell, whatever its sign", async () => {
    const it = await watch(THREE);
    it.served.positions = MOVED;
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.written()).toContain(`${RISEN}+350`);
    expect(it.written()).toContain(`${FALLEN}+50`);
    expect(it.screen.highlighted()).toEqual(["↑+350", "↓+50"]);
  });

  it("has an arrow without colours, and makes no column wider", async () => {
    const it = await watch(THREE, [], { env: { NO_COLOR: "1" } });
    const [, , , headings] = it.screen.lines();
    it.served.positions = MOVED;
    await it.passes(30_000);
    await it.shows(" ↑+350 ");
    expect(it.screen.text()).toMatch(/ ↓\+50 /);
    expect(it.screen.text()).toMatch(/ \+199 /);
    expect(it.screen.lines()[3]).toBe(headings);
    expect(it.screen.highlighted()).toHaveLength(2);
  });

  it("has an ASCII arrow if the locale requires it", async () => {
    const it = await watch(THREE, [], { env: { NO_COLOR: "1", LANG: "C" } });
    it.served.positions = MOVED;
    await it.passes(30_000);
    await it.shows(" ^+350 ");
    expect(it.screen.text()).toMatch(/ v\+50 /);
  });

  it("is compared with the last figures, also after failed rounds", async () => {
    const it = await watch(THREE);
    it.served.failure = Buffer.from("HTTP/1.1 503 X\r\ncontent-length: 0\r\n\r\n");
    await it.passes(30_000);
    await it.shows("failed");
    expect(it.screen.highlighted()).toEqual([]);
    it.served.failure = undefined;
    it.served.positions = MOVED;
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.highlighted()).toEqual(["↑+350", "↓+50"]);
  });

  it("has a highlighted reason if its position newly needs attention", async () => {
    const fresh = leg({ mark_price_updated_at: "2026-06-01T11:59:50Z" });
    const legs = [fresh, { ...fresh, side: "short", exchange: "bybit", market_id: null }];
    const balanced = { ...earning(1, "BTC", 300), legs };
    const it = await watch([balanced], [], { columns: 120 });
    expect(it.screen.text()).not.toContain("apart");
    it.served.positions = [{ ...balanced, legs: [{ ...fresh, quantity: 0.3 }, ...legs.slice(1)] }];
    await it.passes(30_000);
    await it.shows(/^>! BTC.* % apart/m);
    expect(it.screen.highlighted()).toContainEqual(expect.stringMatching(/ % apart$/));
  });

  it("is not highlighted in another page, or after coming back to it, a second time", async () => {
    const it = await watch(THREE);
    it.served.positions = MOVED;
    await it.passes(30_000);
    await it.shows("↑+350");
    it.press("5");
    await it.shows("[5]Next");
    expect(it.screen.highlighted()).toEqual([]);
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    it.press("1");
    await it.shows("[1]Now");
    expect(it.screen.highlighted()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { VIEWS } from "../../src/run/output-options.js";
import { cursorAt, initialState, press, type Seen, type WatchState } from "../../src/watch/keys.js";

const ROWS = ["a", "b", "c", "d", "e"].map((key) => ({ key, id: `id-${key}` }));

const SEEN: Seen = {
  rows: ROWS,
  room: 3,
  columns: ["asset", "net"],
  sheetLines: 10,
};

/** Returns the state after keys, a word each. */
function afterKeys(keys: string, seen: Partial<Seen> = {}, from = initialState("now")) {
  return keys
    .split(" ")
    .reduce<WatchState>((state, key) => press(state, key, { ...SEEN, ...seen }).state, from);
}

const rowOf = (state: WatchState, rows = ROWS) => rows[cursorAt(state, rows)]?.key;

describe("the cursor", () => {
  it.each([
    ["j j", "c"],
    ["down down up", "b"],
    ["pagedown", "c"],
    ["end", "e"],
    ["G home", "a"],
    ["k", "a"],
    ["end j", "e"],
  ])("goes with %s to row %s", (keys, row) => expect(rowOf(afterKeys(keys))).toBe(row));

  it("stays on its row when others come and go, and at its place when the row is gone", () => {
    const state = afterKeys("j j");
    expect(rowOf(state, [{ key: "z", id: "z" }, ...ROWS])).toBe("c");
    expect(
      rowOf(
        state,
        ROWS.filter(({ key }) => key !== "c"),
      ),
    ).toBe("d");
    expect(rowOf(state, ROWS.slice(0, 1))).toBe("a");
    expect(cursorAt(state, [])).toBe(-1);
  });

  it("has a place of its own on each page", () => {
    expect(rowOf(afterKeys("j j 2 j 1"))).toBe("c");
    expect(rowOf(afterKeys("j j 2 j"))).toBe("b");
  });
});

describe("the pages", () => {
  it("are opened by number and by Tab, in both directions", () => {
    expect(VIEWS.map((_, at) => afterKeys(String(at + 1)).view)).toEqual(VIEWS);
    expect(afterKeys("tab tab").view).toBe("funding");
    expect(afterKeys("shift-tab").view).toBe("next");
  });
});

describe("a filter", () => {
  it("takes keys as text until Enter, q and ? too, and is cleared by Esc", () => {
    const typed = afterKeys("/ q ? backspace b enter");
    expect(typed).toMatchObject({ filter: "qb", isTyping: false, sheet: undefined });
    expect(afterKeys("escape", {}, typed).filter).toBe("");
    expect(afterKeys("/ a ctrl-u").filter).toBe("");
    expect(afterKeys("/ a escape")).toMatchObject({ filter: "", isTyping: false });
  });

  it("lets the cursor be moved while it is typed", () => {
    expect(rowOf(afterKeys("/ a down down"))).toBe("c");
  });
});

describe("the order", () => {
  it("is chosen from a list, whose first line is that of the view; again, it is the other way", () => {
    expect(afterKeys("o j j enter").sorts.now).toEqual({ key: "net", descending: false });
    expect(afterKeys("o j j enter o enter").sorts.now).toEqual({ key: "net", descending: true });
    expect(afterKeys("o j enter o home enter").sorts.now).toBeUndefined();
    expect(afterKeys("o j escape").sorts.now).toBeUndefined();
  });

  it("is that of its page alone", () => {
    expect(afterKeys("o j enter 2").sorts.pnl).toBeUndefined();
  });
});

describe("what is opened", () => {
  it("is of the position at the cursor, and Esc comes back to everything as it was", () => {
    const before = afterKeys("/ x enter o j enter x w j");
    const open = afterKeys("enter", {}, before);
    expect(open.sheet).toEqual({ of: "position", id: "id-b", scroll: 0 });
    expect(afterKeys("escape", {}, open)).toEqual(before);
  });

  it("is scrolled no further than its last line", () => {
    expect(afterKeys("enter end").sheet).toMatchObject({ scroll: 7 });
    expect(afterKeys("enter end k pageup").sheet).toMatchObject({ scroll: 4 });
  });

  it("is nothing without a row", () => {
    expect(afterKeys("enter a", { rows: [] }).sheet).toBeUndefined();
  });

  it("is closed by a key of another page", () => {
    expect(afterKeys("enter 2")).toMatchObject({ view: "pnl", sheet: undefined });
  });
});

describe("effects", () => {
  it.each([
    ["q", "quit"],
    ["R", "refresh"],
  ])("%j is %s", (key, effect) => {
    expect(press(initialState("now"), key, SEEN).effect).toBe(effect);
  });

  it("an acknowledgement is made with Enter alone", () => {
    const menu = afterKeys("j a j");
    expect(menu.sheet).toEqual({ of: "acknowledge", id: "id-b", at: 1 });
    expect(press(menu, "enter", SEEN).effect).toBe("acknowledge");
    expect(press(menu, "escape", SEEN)).toEqual({ state: { ...menu, sheet: undefined } });
  });

  it("a key without a meaning changes nothing", () => {
    const state = initialState("now");
    expect(press(state, "ä", SEEN)).toEqual({ state });
  });
});

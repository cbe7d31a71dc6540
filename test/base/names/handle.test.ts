import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createHandles,
  type NamedPosition,
  positionsNamed,
} from "../../../src/base/names/handle.js";

const position = (position_id: string, asset: string, status = "open"): NamedPosition => ({
  position_id,
  asset,
  status,
});

const AVAX = position("0de74f9b-fe1e-42e4-a6b4-08b956905295", "AVAX");
const SUI = position("1a9f0000-0000-4000-8000-000000000001", "SUI");
const SUI2 = position("1a9f1000-0000-4000-8000-000000000002", "SUI");
const CLOSED = position("5fde0000-0000-4000-8000-000000000003", "AVAX", "closed");
const ALL = [AVAX, SUI, SUI2, CLOSED];

function named(positions: readonly NamedPosition[], isWhole = true): string[] {
  const handles = createHandles(isWhole);
  for (const it of positions) handles.add(it);
  return positions.map(handles.of);
}

describe("the name of a position", () => {
  it("is the asset where it is alone among the open positions, else with the shortest prefix", () => {
    expect(named(ALL)).toEqual(["AVAX", "SUI.1a9f0", "SUI.1a9f1", "AVAX.5fde"]);
  });

  it("has the prefix where other open positions may not be known", () => {
    expect(named(ALL, false)).toEqual(["AVAX.0de7", "SUI.1a9f0", "SUI.1a9f1", "AVAX.5fde"]);
  });

  it("always has the prefix where the asset is unknown or empty", () => {
    expect(named([position(AVAX.position_id, "?"), position(SUI.position_id, "")])).toEqual([
      "?.0de7",
      "?.1a9f",
    ]);
  });

  it("takes a position for one that differs in the case of its asset only", () => {
    expect(named([SUI, position("77770000-0000-4000-8000-000000000009", "sui")])).toEqual([
      "SUI.1a9f",
      "sui.7777",
    ]);
  });

  it("follows a position that closes, and one that becomes known later", () => {
    const handles = createHandles(true);
    handles.add(SUI);
    expect(handles.of(SUI)).toBe("SUI");
    handles.add(SUI2);
    expect(handles.of(SUI)).toBe("SUI.1a9f0");
    handles.add({ ...SUI2, status: "closed" });
    expect([handles.of(SUI), handles.of({ ...SUI2, status: "closed" })]).toEqual([
      "SUI",
      "SUI.1a9f1",
    ]);
  });

  it("leads to that position alone, whatever the ids, assets and statuses", () => {
    const id = fc.uuid();
    const one = fc.record({
      position_id: id,
      asset: fc.constantFrom("BTC", "btc", "SUI", "A.B", "1000PEPE", "?", "", "face"),
      status: fc.constantFrom("open", "closed", "liquidating"),
    });
    const portfolio = fc.uniqueArray(one, { selector: (it) => it.position_id, maxLength: 30 });
    fc.assert(
      fc.property(portfolio, fc.boolean(), (positions, isWhole) => {
        const names = named(positions, isWhole);
        for (const [at, name] of names.entries()) {
          for (const typed of [name, name.toLowerCase(), name.toUpperCase()]) {
            expect(positionsNamed(typed, positions)).toEqual([positions[at]]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("positions named by a text", () => {
  it.each([
    ["0DE74F9B-fe1e-42e4-a6b4-08b956905295", [AVAX]],
    ["avax", [AVAX]],
    ["AVAX.5f", [CLOSED]],
    ["sui.1a9f", [SUI, SUI2]],
    ["sui", [SUI, SUI2]],
    ["5fde", [CLOSED]],
    ["1a9f", [SUI, SUI2]],
    ["1a9", []],
    ["AVAX.", []],
    [".0de7", []],
    ["", []],
    ["BTC", []],
  ])("%j are %#", (text, expected) => {
    expect(positionsNamed(text, ALL)).toEqual(expected);
  });

  it("are those of the asset before those whose id begins like it", () => {
    const face = position("00000000-0000-4000-8000-000000000004", "FACE");
    const other = position("face0000-0000-4000-8000-000000000005", "ETH");
    expect(positionsNamed("face", [other, face])).toEqual([face]);
    expect(positionsNamed("face", [other, { ...face, status: "closed" }])).toEqual([other]);
  });
});

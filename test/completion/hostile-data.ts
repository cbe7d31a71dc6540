import { afterAll, beforeAll, expect, it } from "vitest";
import { loadAllCommands } from "../../src/commands/load.js";
import type { CommandModel, DynamicKind, ValueModel } from "../../src/run/completion-model.js";
import { modelOf } from "../../src/run/program-model.js";
import { uuidOf } from "../support/records.js";
import { furnish, holding, store } from "./computer.js";
import { type Desk, type Habits, QUOTES, type Start, sitDown, some, wasGiven } from "./desk.js";
import { HOSTILE } from "./hostile.js";
import type { Setup } from "./setups.js";

/** Tests the real program with hostile values in its files. */
export function describeHostileData(setup: Setup, { settings, oneOf = 1 }: Habits): void {
  let desk: Desk;
  beforeAll(async () => {
    desk = await sitDown(furnish(), setup, settings, setup.script);
  });
  afterAll(() => desk?.close());

  it("leaves hostile values out wherever it completes what it knows", {
    timeout: 180_000,
  }, async () => {
    const starts = await dynamicStarts();
    expect(starts.length).toBeGreaterThan(50);
    const wrong: object[] = [];
    const pairs = Array.from({ length: Math.max(starts.length, HOSTILE.length) }, (_, index) => ({
      index,
      start: starts[index % starts.length] as DynamicStart,
    }));
    for (const { index, start } of some(pairs, oneOf, 1)) {
      const { line, argument, kind } = start;
      const value = HOSTILE[index % HOSTILE.length] ?? "";
      // Together with a plain value, or alone.
      const alone = index % 2 === 0 && kind !== "profile";
      const { typed, plain, known } = beside(value, kind, index % 8 < 4);
      store(desk.computer.home, alone ? holding([value], value) : known);
      const outcome = await desk.press(alone ? line : `${line}${typed}`, "\t");
      const untouched = line.endsWith(" ") ? (line.trim().split(" ").at(-1) ?? "") : argument;
      const expected = alone ? untouched : `${argument}${plain}`;
      if (outcome.harm || !wasGiven(expected, outcome, setup)) {
        wrong.push({ value, expected, ...outcome });
      }
    }
    expect(wrong).toEqual([]);
  });
}

/**
 * Returns data with a hostile value and a plain one, and what has to be typed for the plain one.
 * @param isName whether it is the name of a position or a market, not its id
 */
function beside(value: string, kind: DynamicKind, isName: boolean) {
  if (isName && kind === "position-id") {
    const words = { status: value, exchanges: value };
    const positions = [
      { id: value, asset: `z ${value}`, ...words },
      { id: uuidOf(1), asset: "zplain", ...words },
    ];
    return { typed: "z", plain: "zplain.0000", known: { ...holding([]), positions } };
  }
  if (isName && kind === "market-id") {
    const markets = [
      { market_id: 8, exchange: `z ${value}`, symbol: value },
      { market_id: 9001, exchange: "zplain", symbol: "BTC" },
    ];
    return { typed: "z", plain: "zplain:BTC", known: { ...holding([]), markets } };
  }
  const [typed, plain] = kind === "market-id" ? ["9", "9001"] : ["z", "zplain"];
  return { typed, plain, known: holding([`${typed} ${value}`, plain], value) };
}

type DynamicStart = Start & { readonly kind: DynamicKind };

/**
 * Each form of options and arguments whose values the hidden command looks up: of options with values of
 * the same kind, typed in the same way, the first one.
 */
async function dynamicStarts(): Promise<DynamicStart[]> {
  const { root, commonOptions } = modelOf(await loadAllCommands());
  const forms = new Map<string, DynamicStart>();
  for (const start of startsOf({ ...root, options: commonOptions }, "carry")) {
    const form = start.line.replace(/^carry( [a-z]+)*/, "").replace(/--[a-z-]+/, "--option");
    const key = `${start.kind} ${form}`;
    if (!forms.has(key)) forms.set(key, start);
  }
  return [...forms.values()];
}

function startsOf({ options, args, commands }: CommandModel, path: string): DynamicStart[] {
  return [
    ...options.flatMap(({ name, value }) =>
      QUOTES.flatMap((quote) => [
        ...startOf(value, `${path} ${name} ${quote}`, ""),
        ...startOf(value, `${path} ${name}=${quote}`, `${name}=`),
        ...(value?.list ? startOf(value, `${path} ${name}=${quote}b,`, `${name}=b,`) : []),
      ]),
    ),
    ...args.flatMap(({ value }, index) =>
      QUOTES.flatMap((quote) => startOf(value, `${path} ${"7 ".repeat(index)}${quote}`, "")),
    ),
    ...commands.flatMap((it) => startsOf(it, `${path} ${it.name}`)),
  ];
}

function startOf(value: ValueModel | undefined, line: string, argument: string): DynamicStart[] {
  if (value?.source.from !== "hidden command") return [];
  return [{ line, argument, kind: value.source.kind }];
}

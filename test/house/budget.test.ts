import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Budget, measured } from "./measure.js";

/** A part that may grow while old and new stand side by side. */
interface Limits extends Budget {
  readonly moving: { readonly src: number; readonly test: number };
}

const limits = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8")) as Limits;

const sumOf = (rooms: Readonly<Record<string, number>>) =>
  Object.values(rooms).reduce((sum, lines) => sum + lines, 0);

it("nothing is larger than test/house/budget.json allows; whoever lands smaller lowers it", async () => {
  const now = await measured();
  const { moving } = limits;
  const over = Object.entries({
    ...Object.fromEntries(
      Object.entries(now.src).map(([room, lines]) => [
        `lines of src/${room}`,
        [lines, (limits.src[room] ?? 0) + moving.src],
      ]),
    ),
    "lines of src": [sumOf(now.src), sumOf(limits.src) + moving.src],
    "lines of test": [now.test, limits.test + moving.test],
    "words of pages": [now.words, limits.words],
    commands: [now.commands, limits.commands],
    "names of options": [now.options, limits.options],
    "files that say a word of doubt": [now.doubt, limits.doubt],
  }).flatMap(([what, [is = 0, most = 0]]) =>
    is > most ? [`${what}: ${is}, at most ${most}`] : [],
  );
  expect(over).toEqual([]);
});

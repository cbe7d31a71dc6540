import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { Io } from "../../src/base/terminal/io.js";
import { listenToKeys } from "../../src/base/terminal/keys.js";

it("a keyboard that is taken and given back again and again has no more listeners than once", () => {
  const keyboard = new PassThrough();
  const stdin = Object.assign(keyboard, { isTTY: true, setRawMode: () => keyboard });
  for (let times = 0; times < 20; times++)
    listenToKeys({ stdin: () => stdin } as unknown as Io, () => {})();
  expect(keyboard.listenerCount("error")).toBe(1);
  expect(keyboard.listenerCount("data")).toBe(0);
});

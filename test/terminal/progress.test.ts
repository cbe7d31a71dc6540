import { expect, it, onTestFinished, vi } from "vitest";
import type { Io } from "../../src/base/terminal/io.js";
import { createProgress } from "../../src/base/terminal/progress.js";
import { memorySink } from "../output/memory-sink.js";

const { asked, resolveAsked } = vi.hoisted(() => {
  let resolveAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    resolveAsked = resolve;
  });
  return { asked, resolveAsked };
});
vi.mock("ora", () => {
  resolveAsked();
  throw new Error("no such module");
});

it("goes without a spinner where it cannot be loaded", async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", listen);
  onTestFinished(() => void process.off("unhandledRejection", listen));
  const stderr = memorySink(true);
  let passes = () => {};
  const clock = {
    after(_ms: number, callback: () => void) {
      passes = callback;
      return () => {};
    },
  };
  const io = { stderr, clock, env: { TERM: "xterm" } } as unknown as Io;
  const progress = createProgress(io, { color: false, unicode: true });
  passes();
  await asked;
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  progress.update("still at work");
  progress.stop();
  expect(unhandled).toEqual([]);
  expect(stderr.text()).toBe("");
});

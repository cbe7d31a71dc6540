import { expect, it, onTestFinished } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { processIo } from "../../src/base/terminal/process-io.js";

it("a second signal ends the process at once", () => {
  const before = { SIGINT: process.listeners("SIGINT"), SIGTERM: process.listeners("SIGTERM") };
  onTestFinished(() => {
    for (const name of ["SIGINT", "SIGTERM"] as const) {
      for (const listener of process.listeners(name)) {
        if (!before[name].includes(listener)) process.off(name, listener);
      }
    }
  });
  const ended: string[] = [];
  const { signal } = processIo((name) => ended.push(name));
  process.emit("SIGINT", "SIGINT");
  expect([signal.aborted, ended]).toEqual([true, []]);
  expect(signal.reason).toBeInstanceOf(Interrupted);
  process.emit("SIGINT", "SIGINT");
  process.emit("SIGTERM", "SIGTERM");
  expect(ended).toEqual(["SIGINT", "SIGTERM"]);
});

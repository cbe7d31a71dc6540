import { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { StorageError } from "../../src/base/storage/errors.js";
import { HeldLockError, LostLockError, withLock } from "../../src/base/storage/lock.js";
import { countingClock, lockDirectory, lockOf, makeOld } from "./locks.js";

/** Lock of another computer, whose processes cannot be seen. */
const foreign = () => lockOf({ host: "elsewhere" });

/** Lock of a live process. */
const ours = () => lockOf({ pid: process.pid });

/** Takes over the existing lock, and returns the time waited for it. */
async function wait(path: string, during?: (waited: number) => void): Promise<number> {
  const clock = countingClock(during);
  await withLock(path, clock, () => {});
  return clock.waited;
}

describe("a lock that is held", () => {
  it("names its holder, is for its user alone, and is gone afterwards", async () => {
    const { path, names } = lockDirectory();
    const content = await withLock(path, countingClock(), () => {
      expect(names()).toEqual(["things.lock"]);
      if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
      return JSON.parse(readFileSync(path, "utf8"));
    });
    expect(content).toMatchObject({ pid: process.pid, host: hostname() });
    expect(names()).toEqual([]);
  });

  it("is given back when the work fails", async () => {
    const { path, names } = lockDirectory();
    const failing = [
      () => {
        throw new Error("no");
      },
      () => Promise.reject(new Error("no")),
    ];
    for (const work of failing) {
      await expect(withLock(path, countingClock(), work)).rejects.toThrow("no");
      expect(names()).toEqual([]);
    }
  });

  it("is waited for by others in the same process, until the work has ended", async () => {
    const { path } = lockDirectory();
    const done: string[] = [];
    let second: Promise<void> | undefined;
    await withLock(path, countingClock(), async () => {
      let finish = () => {};
      const first = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const clock = countingClock((waited) => {
        if (waited >= 1000) finish();
      });
      second = withLock(path, clock, () => {
        done.push("second");
      });
      await first;
      done.push("first");
    });
    await second;
    expect(done).toEqual(["first", "second"]);
  });

  it("is kept by its holder's signs", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { path } = lockDirectory();
    await withLock(path, countingClock(), async (held) => {
      makeOld(path, 120);
      vi.advanceTimersByTime(5_000);
      await expect(wait(path)).rejects.toThrow(HeldLockError);
      held.assert();
    });
  });

  it.each([
    ["was taken over", (path: string) => writeFileSync(path, ours())],
    ["was removed", (path: string) => unlinkSync(path)],
  ])("and %s is no longer the holder's", async (_what, lose) => {
    const { path, names } = lockDirectory();
    let after: string[] = [];
    await withLock(path, countingClock(), (held) => {
      lose(path);
      after = names();
      expect(() => held.assert()).toThrow(LostLockError);
    });
    expect(names()).toEqual(after);
  });
});

describe("a lock of others", () => {
  it.each([
    ["whose process is gone", lockOf(), 0],
    ["without a sign for a minute", ours(), 61],
    ["of another computer without a sign for a minute", foreign(), 61],
    ["of a clock that is wrong by more", foreign(), -3600],
    ["that is damaged and old", "{", 61],
    ["that was never finished", "", 3],
  ])("%s is taken over at once", async (_what, content, age) => {
    const { path, leave, names } = lockDirectory();
    leave(content, age);
    expect(await wait(path)).toBe(0);
    expect(names()).toEqual([]);
  });

  it.each([
    ["whose process lives", ours(), ` (${process.pid} on ${hostname()})`],
    ["of another computer", foreign(), " (4194304 on elsewhere)"],
    ["that is damaged", "{", ""],
    ["that names a process group", lockOf({ pid: -1 }), ` (-1 on ${hostname()})`],
  ])("%s is waited for, and finally reported", async (_what, content, holder) => {
    const { path, leave, names } = lockDirectory();
    leave(content, 10);
    const clock = countingClock();
    const error = await withLock(path, clock, () => {}).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(HeldLockError);
    expect(error).toMatchObject({
      message: `another carry process${holder} has held the lock ${path} for too long`,
      hint: `try again; if no other carry is running, remove ${path}`,
    });
    expect(clock.waited).toBeGreaterThanOrEqual(15_000);
    expect(clock.waited).toBeLessThan(15_200);
    expect(names()).toEqual(["things.lock"]);
  });

  it("is no longer waited for after an interrupt, and nothing is left behind", async () => {
    const { path, leave, names } = lockDirectory();
    leave(ours());
    const signal = AbortSignal.abort(new Error("interrupted"));
    await expect(withLock(path, { ...countingClock(), signal }, () => {})).rejects.toThrow(
      "interrupted",
    );
    expect(names()).toEqual(["things.lock"]);
  });
});

it("a directory in the place of a lock is named at once", async () => {
  const { path } = lockDirectory();
  mkdirSync(path);
  const clock = countingClock();
  const error = await withLock(path, clock, () => {}).catch((it: unknown) => it);
  expect(error).toBeInstanceOf(StorageError);
  expect(error).toMatchObject({
    message: `cannot create the lock ${path}: it is a directory`,
  });
  expect(clock.waited).toBe(0);
});

it("a lock in a directory that is not there is an error", async () => {
  const { directory } = lockDirectory();
  const error = await wait(join(directory, "none", "x.lock")).catch((it: unknown) => it);
  expect(error).toBeInstanceOf(StorageError);
  expect((error as Error).message).toMatch(
    /cannot create the lock .*x\.lock: a part of its path does not/,
  );
});

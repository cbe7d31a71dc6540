import * as fs from "node:fs";
import { expect, it, vi } from "vitest";
import { withLock } from "../../src/storage/lock/lock.js";
import { countingClock, lockDirectory, lockOf } from "./locks.js";

/** Simulated behaviour of a file system that is not available here. */
vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return { ...real, linkSync: vi.fn(real.linkSync) };
});

const { linkSync } = await vi.importActual<typeof fs>("node:fs");
const link = vi.mocked(fs.linkSync);

const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

it.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR", "EMLINK"])(
  "a lock is held and waited for where hard links end with %s",
  async (code) => {
    const { path, leave, names } = lockDirectory();
    link.mockImplementation(refusing(code));
    leave(lockOf());
    const clock = countingClock();
    await withLock(path, clock, async (held) => {
      held.assert();
      expect(names()).toEqual(["things.lock"]);
      const other = withLock(path, countingClock(), () => {});
      if (process.platform === "linux") await expect(other).rejects.toThrow("for too long");
    });
    expect([clock.waited, names()]).toEqual([0, []]);
  },
);

it("a lock is had when a file system says that it exists, as it has done the same twice", async () => {
  const { path, names } = lockDirectory();
  link.mockImplementation((from, to) => {
    linkSync(from, to);
    return refusing("EEXIST")();
  });
  const clock = countingClock();
  await withLock(path, clock, (held) => held.assert());
  expect([clock.waited, names()]).toEqual([0, []]);
});

it("a lock is had after another process has removed the temporary file", async () => {
  const { path, names } = lockDirectory();
  link.mockImplementation(linkSync);
  link.mockImplementationOnce((from, to) => {
    fs.unlinkSync(from);
    linkSync(from, to);
  });
  const clock = countingClock();
  await withLock(path, clock, (held) => held.assert());
  expect(clock.waited).toBeLessThan(100);
  expect(names()).toEqual([]);
});

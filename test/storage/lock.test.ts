import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { StorageError } from "../../src/storage/errors.js";
import { HeldLockError, LostLockError, withLock } from "../../src/storage/lock/lock.js";
import { countingClock, GONE, lockDirectory, lockOf, makeOld, startOf } from "./locks.js";

const onLinux = process.platform === "linux";

/** Lock of a process of another machine, whose state is unknown. */
const foreign = (fields = {}) =>
  lockOf({ boot: "another", namespace: "pid:[1]", started: "1", ...fields });

/** Lock of a live process that is not waited for. */
const ours = () => lockOf({ pid: process.pid, started: startOf() });

/** Rounded, since the wait consists of short ones and the lock is not entirely new. */
const aboutSeconds = (ms: number) => Math.round(ms / 1000);

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
    expect(content).toEqual({
      ...JSON.parse(ours()),
      token: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
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
      const clock = countingClock(() => {
        if (clock.waited >= 1000) finish();
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

  it("is renewed by its holder", async () => {
    const { path } = lockDirectory();
    await withLock(path, countingClock(), (held) => {
      const content = readFileSync(path, "utf8");
      makeOld(path, 60);
      const before = statSync(path).mtimeMs;
      held.refresh();
      expect(statSync(path).mtimeMs - before).toBeGreaterThan(50_000);
      expect(readFileSync(path, "utf8")).toBe(content);
      held.assert();
    });
  });

  it.each([
    ["was taken over", (path: string) => writeFileSync(path, lockOf({ pid: process.pid }))],
    ["was removed", (path: string) => unlinkSync(path)],
  ])("and %s is no longer the holder's", async (_what, lose) => {
    const { path, names } = lockDirectory();
    let after: string[] = [];
    await withLock(path, countingClock(), (held) => {
      lose(path);
      after = names();
      if (after.length > 0) makeOld(path, 5);
      const before = after.map(() => statSync(path).mtimeMs);
      expect(() => held.refresh()).toThrow(LostLockError);
      expect(() => held.assert()).toThrow(LostLockError);
      expect(after.map(() => statSync(path).mtimeMs)).toEqual(before);
    });
    expect(names()).toEqual(after);
  });
});

describe("a lock whose holder is gone", () => {
  it("is taken over at once", async () => {
    const { path, leave, names } = lockDirectory();
    leave(lockOf());
    expect(await wait(path)).toBe(0);
    expect(names()).toEqual([]);
  });

  it.runIf(onLinux)("is taken over at once when its number is another process's now", async () => {
    const { path, leave } = lockDirectory();
    leave(lockOf({ pid: process.pid }));
    expect(await wait(path)).toBe(0);
  });

  it.runIf(onLinux)("is taken over at once while the holder is a zombie", async () => {
    const { path, leave } = lockDirectory();
    // A shell replaced by cat never waits for its children, so they stay zombies.
    const child = spawn("sh", ["-c", "cat <&3 & echo $!; exec cat"], {
      stdio: ["pipe", "pipe", "inherit", "pipe"],
    });
    onTestFinished(() => {
      child.stdin?.end();
    });
    const answer = async () => String(await once(child.stdout ?? child, "data"));
    const pid = Number(await answer());
    child.stdin?.write("become cat");
    expect(await answer()).toBe("become cat");
    (child.stdio[3] as Writable).end();
    const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8");
    while (!/\) Z /.test(stat())) await setImmediate();
    leave(lockOf({ pid, started: startOf(pid) }));
    expect(await wait(path)).toBe(0);
  });

  it("is left to the process that takes it over first", async () => {
    const { path, leave } = lockDirectory();
    leave(lockOf());
    const another = foreign();
    const kill = vi.spyOn(process, "kill").mockImplementationOnce(() => {
      leave(another); // between judging the holder dead and removing its lock
      throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
    });
    onTestFinished(() => kill.mockRestore());
    const found: string[] = [];
    await wait(path, () => {
      found.push(readFileSync(path, "utf8"));
      unlinkSync(path);
    });
    expect(found).toEqual([another]);
  });

  it("is taken over when the process that was removing it is gone too, and so on", async () => {
    const { path, leave, names } = lockDirectory();
    for (const suffix of ["", ".break", ".break.break"]) leave(lockOf(), { suffix });
    expect(await wait(path)).toBeLessThan(1000);
    expect(names()).toEqual([]);
  });

  it.runIf(onLinux)("is left alone while another process removes it", async () => {
    const { path, leave, names } = lockDirectory();
    leave(lockOf());
    leave(ours(), { suffix: ".break" });
    await wait(path, () => {
      expect(names()).toEqual(["things.lock", "things.lock.break"]);
      unlinkSync(path);
      unlinkSync(`${path}.break`);
    });
  });

  it("has its temporary files removed by the next holder, and nothing else", async () => {
    const { path, leave, names } = lockDirectory();
    const uuid = "0a1b2c3d-0000-4000-8000-000000000000";
    const others = [".break.old", ".bak", ".tmp", `.${uuid}`, `x.${uuid}.tmp`];
    for (const suffix of [`.${uuid}.tmp`, `.break.${uuid}.tmp`, ".break", ".break.break"]) {
      leave(lockOf(), { suffix });
    }
    for (const suffix of others) leave(lockOf(), { suffix });
    expect(await wait(path)).toBe(0);
    expect(names()).toEqual(others.map((suffix) => `things.lock${suffix}`).sort());
  });
});

describe("a lock whose holder lives", () => {
  it.runIf(onLinux)("is waited for, and finally reported", async () => {
    const { path, leave } = lockDirectory();
    leave(ours(), { age: 3600 });
    const clock = countingClock();
    const error = await withLock(path, clock, () => {}).catch((it) => it);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toBe(
      `another carry process (${process.pid} on ${hostname()}) has held the lock ${path} for too long`,
    );
    expect(error.hint).toBe(`try again; if no other carry is running, remove ${path}`);
    expect(clock.waited).toBeGreaterThanOrEqual(15_000);
    expect(clock.waited).toBeLessThan(15_200);
  });

  it.runIf(onLinux)("is recognised whatever the name of its program is", async () => {
    const { directory, path, leave } = lockDirectory();
    const name = ") Z 1 (a b";
    symlinkSync("/bin/cat", join(directory, name));
    const child = spawn(join(directory, name));
    onTestFinished(() => {
      child.stdin.end();
    });
    await once(child, "spawn");
    leave(lockOf({ pid: child.pid, started: startOf(child.pid) }));
    await expect(wait(path)).rejects.toThrow(`process (${child.pid} on`);
  });

  it("is waited for as long as it changes hands", async () => {
    const { path, leave } = lockDirectory();
    leave(ours());
    let last = 0;
    const waited = await wait(path, (now) => {
      if (now > 60_000) unlinkSync(path);
      else if (now - last > 5000) {
        leave(ours());
        last = now;
      }
    });
    expect(waited).toBeGreaterThan(60_000);
  });

  it("is no longer waited for after an interrupt, and nothing is left behind", async () => {
    const { path, leave, names } = lockDirectory();
    leave(ours());
    const interrupted = AbortSignal.abort(new Error("interrupted"));
    const clock = { ...countingClock(), signal: interrupted };
    await expect(withLock(path, clock, () => {})).rejects.toThrow("interrupted");
    expect(names()).toEqual(["things.lock"]);
  });
});

describe("a lock whose holder cannot be judged", () => {
  const contents: [string, () => string][] = [
    ["of another boot", () => foreign({ namespace: JSON.parse(lockOf()).namespace ?? "none" })],
    ["of another namespace", () => foreign({ boot: JSON.parse(lockOf()).boot ?? "none" })],
    ["of another machine", () => foreign({ host: "elsewhere" })],
    ["of a machine that reveals no more", () => lockOf({ boot: undefined, host: "elsewhere" })],
    ["of an earlier version", () => `${GONE}@${hostname()}`],
    ["that is damaged", () => lockOf().slice(0, 40)],
    ["that is null", () => "null"],
    ["of a process group", () => lockOf({ pid: -1 })],
    ["that is too large", () => lockOf({ more: "x".repeat(5000) })],
  ];

  it.each(contents)("%s is waited for ten seconds", async (_what, content) => {
    const { path, leave, names } = lockDirectory();
    leave(content());
    expect(aboutSeconds(await wait(path))).toBe(10);
    expect(names()).toEqual([]);
  });

  it.each(contents)("%s is taken over at once when it is older", async (_what, content) => {
    const { path, leave } = lockDirectory();
    leave(content(), { age: 11 });
    expect(await wait(path)).toBe(0);
  });

  it("is taken over after ten seconds when it is from the future", async () => {
    const { path, leave } = lockDirectory();
    leave(foreign(), { age: -3600 });
    expect(aboutSeconds(await wait(path))).toBe(10);
  });

  it("is waited for another ten seconds when the holder changes", async () => {
    const { path, leave } = lockDirectory();
    leave(foreign(), { age: 3 });
    let isAnother = false;
    const waited = await wait(path, (now) => {
      if (!isAnother && now > 5000) {
        leave(foreign());
        isAnother = true;
      }
    });
    expect(aboutSeconds(waited)).toBe(15);
  });

  it("is waited for as long as it is renewed, and finally reported", async () => {
    const { path, leave } = lockDirectory();
    leave(foreign());
    const renew = (waited: number) => makeOld(path, -waited / 1000);
    await expect(wait(path, renew)).rejects.toThrow(`has held the lock ${path} for too long`);
  });
});

describe("a lock that no process wrote", () => {
  const posix = process.platform !== "win32";
  const blanks: [string, (path: string) => void][] = [
    ["that is empty", (path) => writeFileSync(path, "")],
    ["that is a link", (path) => symlinkSync(`${path}.none`, path)],
    ["that is a pipe", (path) => execFileSync("mkfifo", [path])],
  ];

  it.each(posix ? blanks : blanks.slice(0, 1))(
    "%s is waited for two seconds",
    async (_what, put) => {
      const { path, names } = lockDirectory();
      put(path);
      expect(aboutSeconds(await wait(path))).toBe(2);
      expect(names()).toEqual([]);
    },
  );

  it("is waited for as long by who has no patience for a holder", async () => {
    const { path, leave } = lockDirectory();
    leave("");
    const clock = countingClock();
    await withLock(path, clock, () => {}, 0);
    expect(aboutSeconds(clock.waited)).toBe(2);
  });

  it("is taken over at once when it is older", async () => {
    const { path, leave } = lockDirectory();
    leave("", { age: 3 });
    expect(await wait(path)).toBe(0);
  });

  it("is waited for two seconds after a holder that was waited for", async () => {
    const { path, leave } = lockDirectory();
    leave(foreign());
    let isBlank = false;
    const waited = await wait(path, (now) => {
      if (isBlank || now < 5000) return;
      leave("");
      isBlank = true;
    });
    expect(aboutSeconds(waited)).toBe(7);
  });

  it("and does not go is reported within three seconds, without the name of a process", async () => {
    const { path, leave } = lockDirectory();
    leave("");
    const clock = countingClock((waited) => makeOld(path, -waited / 1000));
    const error = await withLock(path, clock, () => {}).catch((it) => it);
    expect(error.message).toBe(`cannot remove the lock ${path}, which no process holds`);
    expect(error.hint).toBe(`remove ${path}`);
    expect(clock.waited).toBeLessThan(3000);
  });

  it("is a directory, which is named at once", async () => {
    for (const suffix of ["", ".break"]) {
      const { path, leave, names } = lockDirectory();
      if (suffix !== "") leave(lockOf());
      mkdirSync(path + suffix);
      const before = names();
      const clock = countingClock();
      const error = await withLock(path, clock, () => {}).catch((it) => it);
      expect(error).toBeInstanceOf(StorageError);
      expect(error).not.toBeInstanceOf(HeldLockError);
      expect(error.message).toBe(
        `cannot create the lock ${path}${suffix}: a directory is in its place`,
      );
      expect(error.hint).toBe(`remove ${path}${suffix}`);
      expect(clock.waited).toBe(0);
      expect(names()).toEqual(before);
    }
  });

  it.runIf(posix)("is not looked for behind a link", async () => {
    const { directory, path, names } = lockDirectory();
    writeFileSync(join(directory, "elsewhere"), lockOf());
    symlinkSync(join(directory, "elsewhere"), path);
    expect(aboutSeconds(await wait(path))).toBe(2);
    expect(names()).toEqual(["elsewhere"]);
  });
});

it("a lock in a directory that is not there is an error", async () => {
  const { directory } = lockDirectory();
  const error = await wait(join(directory, "none", "x.lock")).catch((it) => it);
  expect(error).toBeInstanceOf(StorageError);
  expect(error.message).toMatch(/cannot create the lock .*x\.lock: a part of its path does not/);
});

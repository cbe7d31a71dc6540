import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { profileEnv } from "../settings/home.js";
import { settled } from "../support/answers.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { long, short } from "../support/fresh-legs.js";
import { runCarry } from "../support/process.js";
import { PORTFOLIO, performance, position } from "../support/records.js";

const LOST = performance({ net_pnl: -1015.5, funding_pnl: -996.5 });

it("a check killed between telling and storing tells that event once more, as it was, and no other", async () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-killed-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const positions = [1, 2, 3].map((n) =>
    position(n, { legs: [long(), short()], performance: LOST }),
  );
  const { url } = await faultyServer((socket, request) => {
    const isFunding = request.includes("/funding/");
    const body = isFunding ? { data: settled("0") } : { data: positions, next_cursor: null };
    socket.write(answer(200, JSON.stringify(body), { date: "Mon, 01 Jun 2026 12:00:00 GMT" }));
  });
  const out = join(directory, "told");
  const kills = join(directory, "kills");
  // The second event is told, and then carry is killed before it can store that; twice.
  const command = [
    `cat >>"${out}"`,
    `[ "$(wc -l <"${out}")" -lt 2 ] && exit 0`,
    `[ "$(cat "${kills}" 2>/dev/null | wc -l)" -lt 2 ] && echo kill >>"${kills}" && kill -9 $PPID`,
    "exit 0",
  ].join("; ");
  const check = () =>
    runCarry(["check", "-q", "--on-alert", command], {
      ...profileEnv({ stale: "24h" }),
      CARRY_BASE_URL: url,
      CARRY_API_KEY: "k",
      CARRY_PORTFOLIO: PORTFOLIO,
      CARRY_STATE_DIR: directory,
      CARRY_ACCEPT_CLOCK: "1",
    });
  const codes = [];
  for (let run = 0; run < 4; run++) codes.push((await check()).code);
  expect(codes).toEqual([137, 137, 10, 10]);
  const lines = readFileSync(out, "utf8").trim().split("\n");
  const told = lines.map((line) => JSON.parse(line) as { position_id: string });
  expect(told.map(({ position_id }) => Number(position_id.slice(-1)))).toEqual([1, 2, 2, 2, 3]);
  expect(new Set(lines).size).toBe(3);
});

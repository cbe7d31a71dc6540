import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CREDENTIALS, page } from "../faults/staging.js";
import { CARRY } from "../support/bundle.js";
import { faultyServer } from "../support/faulty-server.js";
import { elsewhere, hasNamespaces } from "../support/namespaces.js";
import { finish } from "../support/process.js";
import { position } from "../support/records.js";

/* Only root may mount. */
const canMount = hasNamespaces && process.getuid?.() === 0;
if (!canMount)
  process.stderr.write("this user may not mount: other addresses of localhost are not tested\n");

/** Runs carry where the hosts file says that localhost is another machine. */
async function carryWithHosts(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), "carry-hosts-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const hosts = join(directory, "hosts");
  writeFileSync(hosts, "127.9.9.9 localhost\n");
  const mounting = ["sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
  const [program = "", ...rest] = elsewhere("one", [...mounting, process.execPath, CARRY, ...argv]);
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, CARRY_CONFIG_DIR: "/nonexistent", ...CREDENTIALS, ...env },
  });
  return finish(child);
}

describe.runIf(canMount)("with another address of localhost in the hosts file", () => {
  it.each(["127.0.0.1", "::1"] as const)("localhost is this machine, at %s", async (host) => {
    const server = await faultyServer((socket) => socket.write(page([position(1)], null)), {
      host,
    });
    const env = { CARRY_BASE_URL: `http://localhost:${server.port}`, CARRY_RETRIES: "0" };
    const argv = ["positions", "list", "-o", "csv", "--timeout", "2s"];
    const { code, stderr } = await carryWithHosts(argv, env);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(server.requests[0]).toContain(`authorization: Bearer ${CREDENTIALS.CARRY_API_KEY}`);
  });

  it("doctor connects to this machine, too", async () => {
    const server = await faultyServer((socket) => socket.write(page([position(1)], null)));
    const env = { CARRY_BASE_URL: `http://localhost:${server.port}` };
    const { stdout } = await carryWithHosts(["doctor", "-o", "json", "--timeout", "2s"], env);
    const rows = JSON.parse(stdout) as { check: string; detail: string }[];
    expect(rows.find(({ check }) => check === "access")?.detail).toMatch(/can be read$/);
    expect(server.requests).toHaveLength(2);
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/* Listens but never accepts, since the thread is blocked. */
const LISTEN_AND_FREEZE = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** More connections than a queue of length one holds on any kernel. */
const FILL = 8;

/**
 * Returns a loopback port that accepts no connection: its queue is full, so the kernel drops further
 * attempts, as a firewall would.
 */
export async function blackhole(): Promise<{ readonly port: number }> {
  const child = spawn(process.execPath, ["-e", LISTEN_AND_FREEZE], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const waiting: Socket[] = [];
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    child.kill("SIGKILL");
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  for (let count = 0; count < FILL; count++) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    waiting.push(socket);
  }
  const [first] = waiting;
  if (first?.connecting) await once(first, "connect");
  return { port: Number(port) };
}

import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum number of connections, unless more of them wait for an answer. */
const MOST = 64;
const MOST_AWAITED = 1_000;

/**
 * Limits the number of connections of a server. A new one ends the oldest that no answer is made for: one
 * that is idle, sends its request slowly, or does not read its answer. So no number of them keeps a
 * collector out.
 * @returns a function that does work for a connection, which is not ended meanwhile
 */
export function limitConnections(server: Server) {
  const open = new Set<Socket>();
  const awaited = new Set<Socket>();
  server.maxConnections = MOST_AWAITED;
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    if (open.size <= MOST) return;
    for (const other of open) {
      if (awaited.has(other)) continue;
      open.delete(other); // its own close comes later
      other.destroy();
      return;
    }
  });
  return async (socket: Socket, work: () => Promise<void>): Promise<void> => {
    awaited.add(socket);
    await work().finally(() => awaited.delete(socket));
  };
}

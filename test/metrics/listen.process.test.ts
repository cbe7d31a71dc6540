import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { expect, it } from "vitest";
import { startCarry } from "../support/process.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

it.skipIf(process.platform === "win32").each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "metrics --listen ends by %s itself, also while someone is connected",
  async (name) => {
    const child = startCarry(["metrics", "--listen", "0"], env());
    let stderr = "";
    const url = await new Promise<string>((resolve) => {
      child.stderr?.on("data", (chunk) => {
        stderr += chunk;
        const found = /serving (\S+)/.exec(stderr)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    expect((await fetch(url)).status).toBe(200);
    const { port } = new URL(url);
    const idle = httpRequest({ host: "127.0.0.1", port, path: "/metrics" });
    idle.on("error", () => {});
    idle.flushHeaders();
    const ended = once(child, "close");
    child.kill(name);
    expect(await ended).toEqual([null, name]);
    idle.destroy();
  },
);

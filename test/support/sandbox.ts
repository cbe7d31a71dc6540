import { afterAll, beforeAll } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "./now.js";

/** Starts one sandbox for all tests of a file. */
export function sandboxForFile(options: Partial<SandboxOptions> = {}): {
  readonly sandbox: () => Sandbox;
  readonly env: () => Record<string, string>;
} {
  let running: Sandbox | undefined;
  beforeAll(async () => {
    running = await startSandbox({ now: () => NOW, ...options });
  });
  afterAll(() => running?.close());
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running yet");
    return running;
  };
  return {
    sandbox,
    env: () => ({
      CARRY_BASE_URL: sandbox().url,
      CARRY_API_KEY: sandbox().apiKey,
      CARRY_PORTFOLIO: sandbox().portfolioId,
      CARRY_ACCEPT_CLOCK: "1", // a process has the clock of this computer
    }),
  };
}

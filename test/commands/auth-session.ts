import { expect } from "vitest";
import type { Sandbox } from "../../src/sandbox/server.js";
import { type Home, tempHome } from "../settings/home.js";
import { carry, type Outcome } from "../support/carry.js";
import { NOW } from "../support/now.js";

interface Surroundings {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly sleep?: () => Promise<void>;
}

/** Runs a command line in a home directory. The clock stands still, so nothing times out. */
export function run(home: Home, argv: string[], more: Surroundings = {}): Promise<Outcome> {
  return carry(argv, {
    env: { ...home.env, ...more.env },
    clock: { now: () => NOW, sleep: more.sleep ?? (() => new Promise(() => {})) },
    ...(more.stdin !== undefined && { stdin: more.stdin }),
  });
}

/** Logs in with a key from stdin. */
export const login = (home: Home, key: string, ...argv: string[]): Promise<Outcome> =>
  run(home, ["auth", "login", "--with-key", ...argv], {
    stdin: `${key}\n`,
    env: { CARRY_RETRIES: "0" },
  });

/** The options that name the sandbox and its portfolio. */
export const serviceOf = ({ url, portfolioId }: Sandbox): string[] => [
  "--base-url",
  url,
  "--portfolio",
  portfolioId,
];

/** A home with one profile, logged in to the sandbox. */
export async function loggedInto(sandbox: Sandbox): Promise<Home> {
  const home = tempHome();
  const { code } = await login(home, sandbox.apiKey, ...serviceOf(sandbox));
  expect(code).toBe(0);
  return home;
}

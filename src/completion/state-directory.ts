import { join } from "node:path";
import type { Env } from "./profiles.js";

/**
 * The directory for what was learnt in use and can be lost: `CARRY_STATE_DIR`, else the platform's
 * own place (XDG Base Directory on Linux); undefined where the environment names no home.
 */
export function stateDirectory(env: Env, platform: NodeJS.Platform): string | undefined {
  if (env.CARRY_STATE_DIR) return env.CARRY_STATE_DIR;
  if (platform === "win32") {
    return env.LOCALAPPDATA ? join(env.LOCALAPPDATA, "carry", "State") : undefined;
  }
  if (platform === "darwin") {
    return env.HOME
      ? join(env.HOME, "Library", "Application Support", "carry", "state")
      : undefined;
  }
  if (env.XDG_STATE_HOME) return join(env.XDG_STATE_HOME, "carry");
  return env.HOME ? join(env.HOME, ".local", "state", "carry") : undefined;
}

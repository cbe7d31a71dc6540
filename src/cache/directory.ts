import { join } from "node:path";

/**
 * The directory for what can be fetched again: `CARRY_CACHE_DIR`, else the platform's own place;
 * undefined where the environment names no home, and nothing is cached.
 */
export function cacheDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string | undefined {
  if (env.CARRY_CACHE_DIR) return env.CARRY_CACHE_DIR;
  if (platform === "win32") {
    return env.LOCALAPPDATA ? join(env.LOCALAPPDATA, "carry", "Cache") : undefined;
  }
  if (platform === "darwin") {
    return env.HOME ? join(env.HOME, "Library", "Caches", "carry") : undefined;
  }
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "carry");
  return env.HOME ? join(env.HOME, ".cache", "carry") : undefined;
}

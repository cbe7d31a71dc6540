import { join } from "node:path";
import { ConfigError } from "./errors.js";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The directory that holds the configuration: `CARRY_CONFIG_DIR`, else the platform's own place
 * (XDG Base Directory on Linux, Application Support on macOS, %APPDATA% on Windows).
 * @throws {ConfigError} when the environment names no home directory
 */
export function configDirectory(env: Env, platform: NodeJS.Platform): string {
  if (env.CARRY_CONFIG_DIR) return env.CARRY_CONFIG_DIR;
  if (platform === "win32") {
    return join(
      env.APPDATA || join(home(env.USERPROFILE, "USERPROFILE"), "AppData", "Roaming"),
      "carry",
    );
  }
  if (platform === "darwin") {
    return join(home(env.HOME, "HOME"), "Library", "Application Support", "carry");
  }
  return join(env.XDG_CONFIG_HOME || join(home(env.HOME, "HOME"), ".config"), "carry");
}

function home(value: string | undefined, name: string): string {
  if (value) return value;
  throw new ConfigError(
    `there is no place for the configuration: ${name} is not set`,
    `set ${name}, or CARRY_CONFIG_DIR to a directory of your choice`,
  );
}

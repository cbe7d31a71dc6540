import { isAbsolute, join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** Directory of a kind of file on each platform. */
interface Place {
  /** Variable that sets the directory itself. */
  readonly own: string;
  readonly xdg: string;
  readonly linux: readonly string[];
  readonly darwin: readonly string[];
  readonly windows: readonly [variable: string, ...below: string[]];
}

function directoryOf(place: Place) {
  return (env: Env, platform: NodeJS.Platform): string | undefined => {
    const own = env[place.own];
    if (own) return own;
    if (platform === "win32") return windowsDirectory(place, env);
    if (platform === "darwin") return env.HOME ? join(env.HOME, ...place.darwin) : undefined;
    // "If an implementation encounters a relative path in any of these variables it should consider
    // the path invalid and ignore it." (XDG Base Directory Specification, Basics)
    const xdg = env[place.xdg];
    if (xdg && isAbsolute(xdg)) return join(xdg, "carry");
    return env.HOME ? join(env.HOME, ...place.linux, "carry") : undefined;
  };
}

function windowsDirectory({ windows: [variable, ...below] }: Place, env: Env): string | undefined {
  const base = env[variable];
  if (base) return join(base, ...below);
  if (variable !== "APPDATA" || !env.USERPROFILE) return undefined;
  return join(env.USERPROFILE, "AppData", "Roaming", ...below);
}

/**
 * Returns the directory of the configuration: `CARRY_CONFIG_DIR`, else the platform's default (XDG Base
 * Directory, Application Support on macOS, %APPDATA% on Windows); undefined without a home directory.
 */
export const configDirectory = directoryOf({
  own: "CARRY_CONFIG_DIR",
  xdg: "XDG_CONFIG_HOME",
  linux: [".config"],
  darwin: ["Library", "Application Support", "carry"],
  windows: ["APPDATA", "carry"],
});

/** Returns the directory of data that can be fetched again; undefined without a home directory. */
export const cacheDirectory = directoryOf({
  own: "CARRY_CACHE_DIR",
  xdg: "XDG_CACHE_HOME",
  linux: [".cache"],
  darwin: ["Library", "Caches", "carry"],
  windows: ["LOCALAPPDATA", "carry", "Cache"],
});

/** Returns the directory of dispensable local data; undefined without a home directory. */
export const stateDirectory = directoryOf({
  own: "CARRY_STATE_DIR",
  xdg: "XDG_STATE_HOME",
  linux: [".local", "state"],
  darwin: ["Library", "Application Support", "carry", "state"],
  windows: ["LOCALAPPDATA", "carry", "State"],
});

/** Returns the directory of data that are kept for good; undefined without a home directory. */
export const dataDirectory = directoryOf({
  own: "CARRY_DATA_DIR",
  xdg: "XDG_DATA_HOME",
  linux: [".local", "share"],
  darwin: ["Library", "Application Support", "carry", "data"],
  windows: ["LOCALAPPDATA", "carry", "Data"],
});

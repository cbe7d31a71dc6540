import {
  cacheDirectory,
  configDirectory,
  dataDirectory,
  stateDirectory,
} from "../../src/storage/places.js";

const LINUX = { HOME: "~" };
const WINDOWS = { APPDATA: "%APPDATA%", LOCALAPPDATA: "%LOCALAPPDATA%" };

/** The files of carry, their directories on Linux, macOS and Windows, and the variable that names another. */
export const FILES = (
  [
    ["configuration", configDirectory, "CARRY_CONFIG_DIR"],
    ["cache of public data", cacheDirectory, "CARRY_CACHE_DIR"],
    ["ids of listings, state of alerts", stateDirectory, "CARRY_STATE_DIR"],
    ["archive", dataDirectory, "CARRY_DATA_DIR"],
  ] as const
).map(([what, directory, variable]) => ({
  what,
  variable,
  places: [
    directory(LINUX, "linux") ?? "",
    directory(LINUX, "darwin") ?? "",
    directory(WINDOWS, "win32")?.replaceAll("/", "\\") ?? "",
  ],
}));

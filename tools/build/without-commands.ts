import type { Plugin } from "./plugin.js";

/** Leaves out the commands from a bundle that lists them but runs none. */
export const withoutCommands: Plugin = {
  name: "without-commands",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

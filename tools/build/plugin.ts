import type { Options } from "tsup";

/** A plugin of esbuild, as tsup takes it. */
export type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

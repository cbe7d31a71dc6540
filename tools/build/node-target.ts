import { engines } from "../../package.json";

/** The oldest Node that package.json allows, as a target of esbuild. */
export const NODE_TARGET = `node${engines.node.replace(">=", "")}`;

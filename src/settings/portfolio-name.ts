import type { ValueKind } from "../base/value-kind.js";
import { UUID } from "./kinds.js";

/** Stands for every portfolio of the profile. */
export const ALL_PORTFOLIOS = "all";

/** Form of the name of a portfolio in a profile. */
export const PORTFOLIO_NAME = /^(?!all$)[a-z][a-z0-9_-]{0,31}$/;

/** Names and ids of portfolios, separated by commas, or `all`. */
export const PORTFOLIO_NAMES: ValueKind<readonly string[]> = {
  parse(text) {
    const parts = text.split(",").map((part) => {
      const name = part.trim();
      return name === ALL_PORTFOLIOS || PORTFOLIO_NAME.test(name) ? name : UUID.parse(name);
    });
    return parts.every((it) => it !== undefined) ? parts : undefined;
  },
  allowed: `${UUID.allowed}, a name of portfolios.<name>, several with commas, or all`,
  suggest: "portfolio",
  commas: true,
};

import { it } from "vitest";
import { sandboxForFile } from "../support/sandbox.js";
import { checkScreens } from "./kinds.js";
import { PRESENT } from "./views.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

it.for(Object.entries(PRESENT))(
  "%s is as stored, in each width: carry %s",
  ([name, line], { expect }) => checkScreens(name, line, env(), expect),
);

import { it } from "vitest";
import { checkScreens } from "./kinds.js";
import { PAST, recordedForFile } from "./views.js";

const recorded = recordedForFile();

it.for(Object.entries(PAST))(
  "%s is as stored, in each width: carry %s",
  ([name, line], { expect }) => checkScreens(name, line, recorded().env, expect),
);

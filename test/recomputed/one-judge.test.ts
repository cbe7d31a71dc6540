import { it } from "vitest";
import { expectOneJudge } from "./one-judge.js";

it("status and check say the same of 24 random portfolios, also by the rules of check --init", async () => {
  await expectOneJudge(24);
});

import { it } from "vitest";
import { expectOneJudge } from "./one-judge.js";

it("status and check say the same of 200 random portfolios, also by the rules of check --init", async () => {
  await expectOneJudge(200);
}, 240_000);

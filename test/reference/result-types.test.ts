import { expect, it } from "vitest";
import { resultTypes } from "../../tools/result-types.js";

it("the types of the figures' results are those of their schemas", async () => {
  // When this fails: npm run reference
  await expect(resultTypes()).toMatchFileSnapshot("../../generated/results.ts");
});

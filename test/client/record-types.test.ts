import { expect, it } from "vitest";
import { recordTypes } from "../../tools/record-types.js";

it("the types of the records are those of the schemas", async () => {
  // When this fails: npm run records
  await expect(recordTypes()).toMatchFileSnapshot("../../src/client/resources/records.ts");
});

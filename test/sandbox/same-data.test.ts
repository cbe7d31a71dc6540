import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sandbox } from "./harness.js";

test("without an option the data are those of every version so far, to the byte", async () => {
  const service = await sandbox();
  const hash = createHash("sha256");
  const take = async (path: string) => {
    const text = await (await service.get(path)).text();
    hash.update(`${path}\n${text}\n`);
    return text;
  };
  const portfolio = `/v1/portfolios/${service.portfolioId}/positions`;
  const list = await take(`${portfolio}?include=performance`);
  const { data } = JSON.parse(list) as { data: { position_id: string }[] };
  for (const { position_id } of data) await take(`/v1/positions/${position_id}`);
  await take(`${portfolio}?statuses=open`);
  await take("/v1/assets");
  for (const list of ["markets", "arbitrage"]) await take(`/api/v1/public/funding/${list}`);
  for (const id of [1, 2, 3, 9]) {
    await take(`/v1/funding/history/${id}`);
    await take(`/v1/funding/history/${id}?resolution=1d`);
  }
  expect(hash.digest("hex")).toBe(
    "70181464be1b9f847c14b9e4c360ea505d752ad3154788208024bb7cbb2316af",
  );
});

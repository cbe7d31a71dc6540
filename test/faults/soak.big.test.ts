import { expect, it } from "vitest";
import { carry, type Outcome } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

/** Positions of a page with performance, the largest that the service allows. */
const PAGE = 100;
const PAGES = 400;
const POSITIONS = PAGES * PAGE;
const steady = sandboxForFile({ positions: POSITIONS });
const shaky = sandboxForFile({ positions: POSITIONS, failRate: 0.05 });

const list = (env: Readonly<Record<string, string>>, ...argv: string[]): Promise<Outcome> =>
  carry(["positions", "list", "-o", "ndjson", "--performance", ...argv], { env });

it(`${PAGES} pages of a service that fails every twentieth request give exactly its positions`, async () => {
  const { code, stdout, stderr } = await list(shaky.env(), "-v");
  expect(code).toBe(0);
  expect(stderr.match(/"debug":\{"message":"GET .* 200,/g)?.length).toBeGreaterThanOrEqual(PAGES);
  const retried = /"debug":\{"message":"attempt \d failed \(.+\); trying again in \d+ ms"/g;
  expect(stderr.match(retried)?.length).toBeGreaterThan(PAGES / 80);
  expect(stdout.match(/\n/g)).toHaveLength(POSITIONS);
  expect(stdout === (await list(steady.env())).stdout).toBe(true);
});

import { expect, it, onTestFinished } from "vitest";
import { createRoutes } from "../../../src/client/http/routes.js";

it("gives attempts with all time limits the same connections, and a longer limit new ones", async () => {
  const routes = createRoutes({ env: {} });
  onTestFinished(() => routes.close());
  const to = (timeoutMs: number) => routes.to(new URL("http://127.0.0.1:1/"), timeoutMs);
  const first = await to(30_000);
  expect(await to(10_000)).toBe(first);
  const longer = await to(60_000);
  expect(longer).not.toBe(first);
  expect(await to(30_000)).toBe(longer);
  expect(first.dispatcher).toMatchObject({ closed: true });
});

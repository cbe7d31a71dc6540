import { expect, test } from "vitest";
import { refusal, sandbox } from "./harness.js";

const guarded = (portfolio: string): string[] => [
  `/v1/portfolios/${portfolio}/positions`,
  "/v1/positions/7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10",
];

test("a missing or unknown key is refused with 401 and a bearer challenge", async () => {
  const service = await sandbox();
  for (const path of guarded(service.portfolioId)) {
    for (const key of [null, "someone-elses-key", `${service.apiKey}x`]) {
      const response = service.get(path, key);
      expect((await response).headers.get("www-authenticate")).toBe("Bearer");
      expect(await refusal(response)).toBe("401 UNAUTHORIZED");
    }
  }
});

test("a key in another authentication scheme is refused with 401", async () => {
  const service = await sandbox();
  const response = fetch(`${service.url}/v1/portfolios/${service.portfolioId}/positions`, {
    headers: { authorization: `Basic ${service.apiKey}` },
  });
  expect(await refusal(response)).toBe("401 UNAUTHORIZED");
});

test("a valid key without the scope is refused with 403", async () => {
  const service = await sandbox();
  for (const path of guarded(service.portfolioId)) {
    expect(await refusal(service.get(path, service.limitedKey))).toBe("403 FORBIDDEN");
  }
});

test("the key is checked before the parameters are", async () => {
  const service = await sandbox();
  expect(await refusal(service.get("/v1/positions/nonsense", null))).toBe("401 UNAUTHORIZED");
});

test("funding, assets and public paths need no key", async () => {
  const service = await sandbox();
  for (const path of [
    "/v1/assets",
    "/v1/funding/history/1",
    "/api/v1/public/funding/markets",
    "/api/v1/public/funding/arbitrage",
  ]) {
    expect((await service.get(path, null)).status).toBe(200);
  }
});

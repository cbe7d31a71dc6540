import { connect } from "node:net";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/server.js";
import { NOON, refusal, sandbox } from "./harness.js";

test("an answer carries its type, its length and the clock's date", async () => {
  const service = await sandbox();
  const response = await service.get("/v1/assets");
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("date")).toBe("Tue, 10 Mar 2026 12:00:25 GMT");
  const text = await response.text();
  expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(text));
});

test("only the positions list has the version", async () => {
  const service = await sandbox();
  const list = await service.get(`/v1/portfolios/${service.portfolioId}/positions`);
  expect(list.headers.get("x-api-version")).toBe("v1");
  expect((await service.get("/v1/assets")).headers.get("x-api-version")).toBeNull();
});

test("an unknown path is answered with 404 and an error body", async () => {
  const service = await sandbox();
  for (const path of ["/", "/v1", "/v2/assets", "/v1/assets/", "/v1/portfolios//positions"]) {
    expect(await refusal(service.get(path))).toBe("404 NOT_FOUND");
  }
});

test("a method other than GET is answered with 405 and the allowed one", async () => {
  const service = await sandbox();
  for (const method of ["POST", "PUT", "DELETE"]) {
    const response = fetch(`${service.url}/v1/assets`, { method });
    expect((await response).headers.get("allow")).toBe("GET");
    expect(await refusal(response)).toBe("405 METHOD_NOT_ALLOWED");
  }
});

test("unknown query parameters are ignored", async () => {
  const service = await sandbox();
  expect((await service.list("colour=red&limit=1")).data).toHaveLength(1);
});

async function outcomes(failRate: number, seed: number): Promise<string[]> {
  const service = await sandbox({ failRate, seed });
  const seen: string[] = [];
  for (let request = 0; request < 60; request += 1) {
    const outcome = await service.get("/v1/assets").then(
      (response) => `${response.status} ${response.headers.get("retry-after") ?? ""}`,
      () => "reset",
    );
    seen.push(outcome.trim());
  }
  return seen;
}

test("the same seed fails the same requests in the same way", async () => {
  const first = await outcomes(0.5, 7);
  expect(await outcomes(0.5, 7)).toEqual(first);
  expect(await outcomes(0.5, 8)).not.toEqual(first);
  const failed = first.filter((outcome) => outcome !== "200").length;
  expect(failed).toBeGreaterThan(18);
  expect(failed).toBeLessThan(42);
});

test("faults are of every kind", async () => {
  const seen = new Set(await outcomes(1, 1));
  expect([...seen].sort()).toEqual(["429 0", "429 1", "500", "503", "reset"]);
});

test("without a fail rate nothing fails", async () => {
  expect(new Set(await outcomes(0, 1))).toEqual(new Set(["200"]));
});

test("latency is waited before each answer", async () => {
  const service = await sandbox({ latencyMs: 40 });
  const started = performance.now();
  await service.get("/v1/assets");
  // A timer may fire up to a millisecond early.
  expect(performance.now() - started).toBeGreaterThanOrEqual(39);
});

test("closing ends kept-alive connections and requests that wait, at once", async () => {
  const service = await startSandbox({ now: () => NOON, latencyMs: 60_000 });
  const port = Number(new URL(service.url).port);
  const idle = connect(port, "127.0.0.1");
  const ended = new Promise((resolve) => idle.once("close", resolve));
  idle.on("error", () => {});
  await new Promise((resolve) => idle.once("connect", resolve));
  const waiting = fetch(`${service.url}/v1/assets`).then(
    () => "answered",
    () => "cut off",
  );
  await Promise.all([service.close(), service.close()]);
  expect(await waiting).toBe("cut off");
  await ended;
});

test("a port in use is an error of the start", async () => {
  const service = await sandbox();
  const port = Number(new URL(service.url).port);
  await expect(startSandbox({ now: () => NOON, port })).rejects.toThrow(/EADDRINUSE/);
});

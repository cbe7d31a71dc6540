import { expect, it } from "vitest";
import { createClient, RefusedRequestError, ServiceError } from "../../src/client/index.js";

const BASE = { baseUrl: "http://127.0.0.1:1", retries: 0 };

it.each([
  [{ apiKey: "key\r\nx-other: 1" }, "apiKey contains a line break"],
  [{ apiKey: "" }, "apiKey is empty"],
  [{ timeout: -1 }, "timeout is -1: a whole number from 1 to 2147483647 is needed"],
  [{ timeout: Number.NaN }, "timeout is NaN"],
  [{ retries: 1e9 }, "retries is 1000000000: a whole number from 0 to 20 is needed"],
  [{ retries: 0.5 }, "retries is 0.5"],
])("a client is not made with %j", (options, message) => {
  const make = () => createClient({ ...BASE, ...options });
  expect(make).toThrow(RefusedRequestError);
  expect(make).toThrow(message);
});

it("a key of a function is refused before it is sent", async () => {
  const client = createClient({ ...BASE, apiKey: () => "key\nx-other: 1" });
  await expect(client.positions.get("00000000-0000-4000-8000-000000000001")).rejects.toThrow(
    "apiKey contains a line break",
  );
});

it("the message of an error has no power over a terminal", () => {
  expect(new ServiceError(400, "a\u001b[2J\u202eb\nc").message).toBe("a\\x1b[2J\\u202eb\\nc");
});

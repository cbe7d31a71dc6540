import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { EventEmitter, once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/client/index.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, position } from "../support/records.js";

describe("a page that was asked for ahead", () => {
  it("is requested before the current page is processed", async () => {
    const server = await faultyServer((socket, _request, count) => {
      const page = { data: [position(count)], next_cursor: count < 4 ? `page ${count + 1}` : null };
      socket.write(answer(200, JSON.stringify(page)));
    });
    const client = createClient({ baseUrl: server.url, apiKey: "secret-key" });
    onTestFinished(() => client.close());
    let sent = 0;
    const count = () => {
      sent++;
    };
    subscribe("undici:client:sendHeaders", count);
    onTestFinished(() => void unsubscribe("undici:client:sendHeaders", count));
    const sentBefore: number[] = [];
    for await (const _page of client.positions.list({ portfolioId: PORTFOLIO }).pages()) {
      sentBefore.push(sent);
    }
    expect(sentBefore).toEqual([2, 3, 4, 4]);
  });

  it("is aborted when the caller stops", async () => {
    const service = new EventEmitter();
    const [asked, dropped] = [once(service, "asked"), once(service, "dropped")];
    const server = await faultyServer((socket, _request, count) => {
      if (count === 1) {
        const page = { data: [position(0)], next_cursor: "second" };
        socket.write(answer(200, JSON.stringify(page)));
        return;
      }
      socket.on("close", () => service.emit("dropped")); // never answered
      service.emit("asked");
    });
    const client = createClient({ baseUrl: server.url, apiKey: "secret-key", timeout: 600_000 });
    onTestFinished(() => client.close());
    for await (const page of client.positions.list({ portfolioId: PORTFOLIO }).pages()) {
      expect(page.items).toHaveLength(1);
      await asked;
      break;
    }
    await dropped;
    expect(server.requests).toHaveLength(2);
  });
});

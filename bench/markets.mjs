// A service for benchmarks: 200 markets of 40 assets with settled funding of a year, each with rates of
// its own. Of five markets of an asset two settle hourly, the others every 8 hours: 0.8 million events a
// year. Prints its URL.
import { createServer } from "node:http";

const HOUR = 3_600_000;
const MARKETS = 200;
const EACH = 5;
const DAYS = 365;

const last = Math.floor(Date.now() / (8 * HOUR)) * 8 * HOUR;
const listing = JSON.stringify({
  data: Array.from({ length: MARKETS }, (_, n) => ({
    market_id: n + 1,
    exchange: `exchange-${n % EACH}`,
    symbol: `A${Math.floor(n / EACH)}-PERP`,
    asset: `A${Math.floor(n / EACH)}`,
  })),
});

/** Settled funding of a market, newest first. */
function historyOf(id) {
  const hours = id % EACH < 2 ? 1 : 8;
  const price = 10 + Math.floor((id - 1) / EACH);
  return Array.from({ length: Math.floor((DAYS * 24) / hours) }, (_, n) => {
    const wave = ((n * 7919 + id * 104_729) % 90_000) - 30_000;
    return {
      funding_time: new Date(last - n * hours * HOUR).toISOString().replace(".000Z", "+00:00"),
      funding_rate: `${wave < 0 ? "-" : ""}0.${String(Math.abs(wave)).padStart(9, "0")}`,
      mark_price: (price * (1 + ((n * 31 + id) % 100) / 10_000)).toFixed(6),
      funding_interval: hours,
    };
  });
}

const server = createServer((request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, "http://x");
  const id = Number(/\/history\/(\d+)$/.exec(pathname)?.[1] ?? 0);
  const from = Date.parse(query.get("start") ?? "1970-01-01");
  const body =
    id > 0
      ? JSON.stringify({ data: historyOf(id).filter((it) => Date.parse(it.funding_time) >= from) })
      : listing;
  response.writeHead(200, { "content-type": "application/json", "x-api-version": "v1" });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});

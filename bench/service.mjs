// A service for benchmarks: 20 assets, and pages of positions from the sandbox, serialised in advance
// so that mainly the client is measured. Arguments: positions, latency in ms. Prints its URL.
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const [positions = 10_000, latency = 0] = process.argv.slice(2).map(Number);
const template = JSON.parse(process.env.BENCH_TEMPLATE);

const idOf = (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const around = template.map((position) =>
  JSON.stringify({ ...position, position_id: "@" }).split("@"),
);

function page(start, size) {
  const end = Math.min(positions, start + size);
  const items = [];
  for (let n = start; n < end; n++) items.push(around[n % around.length].join(idOf(n)));
  const next = end < positions ? `"${end}"` : "null";
  return `{"data":[${items.join(",")}],"next_cursor":${next}}`;
}

const assets = JSON.stringify({
  data: Array.from({ length: 20 }, (_, n) => ({
    asset: `A${n}`,
    name: `Asset ${n}`,
    asset_class: "crypto",
    market_count: n,
    exchange_count: n % 6,
  })),
});

const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, "http://x");
  const body = Buffer.from(
    pathname === "/v1/assets"
      ? assets
      : page(Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 100)),
  );
  if (latency > 0) await delay(latency);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
    "x-api-version": "v1",
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});

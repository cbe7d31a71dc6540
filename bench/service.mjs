// A service for benchmarks: 20 assets, pages of positions from the sandbox, and the settled funding of
// any market, serialised in advance so that mainly the client is measured. Arguments: positions,
// latency in ms, events of a market, and a number of markets on which all positions are open and no price
// has moved (0: as in the sandbox). Prints its URL.
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const [positions = 10_000, latency = 0, events = 330, markets = 0] = process.argv
  .slice(2)
  .map(Number);
const template = JSON.parse(process.env.BENCH_TEMPLATE);

const idOf = (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const around = template.map((position) =>
  JSON.stringify({ ...position, position_id: "@" }).split("@"),
);

/** Positions of which no leg can be closed, so that none is asked for in full. */
const sound = template.filter(({ status, legs }) => status === "open" && legs.length > 1);
const now = new Date().toISOString();
const open = markets === 0 ? [] : Array.from({ length: positions }, (_, n) => openOne(n));

function openOne(n) {
  const { legs, performance, ...position } = sound[n % sound.length];
  return JSON.stringify({
    ...{ ...position, position_id: idOf(n) },
    legs: legs.map((leg, at) => ({
      ...{ ...leg, market_id: ((2 * n + at) % markets) + 1 },
      ...{ open_price: 100, mark_price: 100, mark_price_updated_at: now },
    })),
    performance: {
      ...{ ...performance, calculated_at: now },
      spread_pnl: { ...performance.spread_pnl, unrealized: 0 },
    },
  });
}

function page(start, size) {
  const end = Math.min(positions, start + size);
  const items = [];
  for (let n = start; n < end; n++) {
    items.push(open[n] ?? around[n % around.length].join(idOf(n)));
  }
  const next = end < positions ? `"${end}"` : "null";
  return `{"data":[${items.join(",")}],"next_cursor":${next}}`;
}

/** At most an hour apart, or with markets of positions 8 hours, within the 30 days that a service keeps. */
const longest = markets === 0 ? 60 : 480;
const step = Math.min(longest, Math.floor((29 * 24 * 60) / events)) * 60_000;
const last = Math.floor(Date.now() / step) * step;
const history = Array.from({ length: events }, (_, n) => ({
  funding_time: new Date(last - n * step).toISOString().replace(".000Z", "+00:00"),
  funding_rate: `0.${String(10_000 + ((n * 7919) % 90_000)).padStart(8, "0")}`,
  mark_price: String(60_000 + ((n * 104_729) % 10_000) / 100),
  funding_interval: Math.max(1, Math.round(step / 3_600_000)),
}));

/** Settled funding from a time on, newest first. */
function eventsSince(start) {
  const from = start === null ? 0 : Date.parse(start);
  return JSON.stringify({ data: history.filter((it) => Date.parse(it.funding_time) >= from) });
}
const answers = new Map();

function settled(start) {
  const known = answers.get(start) ?? eventsSince(start);
  if (answers.size < 100) answers.set(start, known);
  return known;
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
      : pathname.startsWith("/v1/funding/history/")
        ? settled(query.get("start"))
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

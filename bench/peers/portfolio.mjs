// Fetches and parses a portfolio and then the settled funding of its markets, four at a time, and keeps
// nothing. The floor of a first status. Arguments: URL of the positions, number of markets.
import { setFlagsFromString } from "node:v8";
import { Pool } from "undici";

// As in one.mjs.
if (Number.parseInt(process.versions.node, 10) < 22) {
  setFlagsFromString("--wasm-tiering-budget=13000000");
}

const [url, markets] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: 4, pipelining: 1 });
const get = async (path) => {
  const { body } = await pool.request({ method: "GET", path });
  return JSON.parse(await body.text());
};
let cursor = null;
do {
  const after = cursor === null ? "" : `&cursor=${cursor}`;
  ({ next_cursor: cursor } = await get(
    `${pathname}?statuses=open&include=performance&limit=100${after}`,
  ));
} while (cursor !== null);
const start = new Date(Date.now() - 32 * 86_400_000).toISOString();
let next = 1;
const worker = async () => {
  while (next <= Number(markets)) {
    await get(`/v1/funding/history/${next++}?resolution=event&start=${encodeURIComponent(start)}`);
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
await pool.close();

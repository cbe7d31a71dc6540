// Fetches and parses the settled funding of markets, two at a time, and keeps nothing. The floor of a
// first sync. Arguments: base URL, number of markets.
import { Pool } from "undici";

const [base, markets] = process.argv.slice(2);
const pool = new Pool(base, { connections: 2, pipelining: 1 });
const start = new Date(Date.now() - 30 * 86_400_000).toISOString();
let next = 1;
const worker = async () => {
  while (next <= Number(markets)) {
    const path = `/v1/funding/history/${next++}?start=${encodeURIComponent(start)}`;
    const { body } = await pool.request({ method: "GET", path });
    JSON.parse(await body.text());
  }
};
await Promise.all([worker(), worker()]);
await pool.close();

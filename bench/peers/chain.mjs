// Follows the cursors: fetches and parses each page, and writes nothing. The floor for paging in Node.
import { Client } from "undici";

const url = new URL(process.argv[2]);
const client = new Client(url.origin);
let cursor = null;
do {
  const query = `?include=performance&limit=100${cursor === null ? "" : `&cursor=${cursor}`}`;
  const { body } = await client.request({ method: "GET", path: url.pathname + query });
  cursor = JSON.parse(await body.text()).next_cursor;
} while (cursor !== null);
await client.close();

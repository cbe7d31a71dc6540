// One call with nothing but undici: the floor for a command that asks once and prints.
import { request } from "undici";

const { body } = await request(process.argv[2], { headers: { authorization: "Bearer bench" } });
process.stdout.write(`${JSON.parse(await body.text()).data.length}\n`);

// Makes one call with undici only: the floor for a command with a single request.
import { setFlagsFromString } from "node:v8";
import { request } from "undici";

// The same setting as in carry (src/base/terminal/v8.ts). Without it, Node 20 spends a third of this script
// on optimising undici's parser, and the comparison would measure V8's settings.
if (Number.parseInt(process.versions.node, 10) < 22) {
  setFlagsFromString("--wasm-tiering-budget=13000000");
}

const { body } = await request(process.argv[2], { headers: { authorization: "Bearer bench" } });
process.stdout.write(`${JSON.parse(await body.text()).data.length}\n`);

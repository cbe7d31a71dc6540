import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate } from "./evaluate.js";
import type { Plugin } from "./plugin.js";

const DIRECTORY = "man";
const SOURCE = 'export { manual } from "./tools/reference/manual.js";';

/** Writes the pages of the manual, made from the definitions of the commands, beside a build. */
export const manualPages: Plugin = {
  name: "manual-pages",
  setup(build) {
    build.onEnd(async () => {
      const { manual } = (await evaluate(build, SOURCE)) as {
        manual(): Promise<ReadonlyMap<string, string>>;
      };
      rmSync(DIRECTORY, { recursive: true, force: true });
      mkdirSync(DIRECTORY);
      for (const [name, text] of await manual()) writeFileSync(join(DIRECTORY, name), text);
    });
  },
};

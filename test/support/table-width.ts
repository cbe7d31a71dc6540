import { createRequire } from "node:module";
import { widthOf } from "../../src/base/text-width.js";

/*
 * Lets cli-table3 measure with carry's own function, as the build does (tools/build/table-width.ts). It
 * loads string-width once, whichever test draws the first table.
 */
const { resolve } = createRequire(import.meta.url);
const ofTable = createRequire(resolve("cli-table3"));
ofTable("string-width");
Object.assign(ofTable.cache[ofTable.resolve("string-width")] ?? {}, { exports: widthOf });

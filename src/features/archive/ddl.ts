import { findArchive } from "../../archive/archive.js";
import { DIALECTS } from "../../archive/ddl-engines.js";
import { dataFiles } from "../../archive/names.js";
import { TABLE_NAMES } from "../../archive/tables.js";
import { defineCommand } from "../../command/define.js";
import { PLACE_OPTION, withStore } from "../../portfolio/recorded/place.js";
import { oneOf } from "../../settings/kinds.js";

export const archiveDdl = defineCommand({
  prints: "statements of SQL",
  description:
    "Print the SQL with which a database reads the archive: a view of each table that has the rows that count, each once, with exact decimals",
  args: {
    dialect: { kind: oneOf(DIALECTS), help: "duckdb, clickhouse or postgres" },
  },
  options: PLACE_OPTION,
  examples: {
    "carry archive ddl duckdb": "for `duckdb -init`",
    "carry archive ddl postgres": "tables to fill from `carry archive export`",
  },
  async run(context, { args: { dialect } }) {
    return withStore(context, async (store) => {
      const { ddlOf } = await import("../../archive/ddl.js");
      const isThere = (await findArchive(store)) !== undefined;
      const files = isThere && dialect !== "postgres" ? await dataFiles(store) : [];
      const filled = TABLE_NAMES.filter((name) => files.some(({ table }) => table === name));
      const tables = filled.length > 0 ? filled : TABLE_NAMES;
      await context.io.stdout.write(ddlOf(dialect, { where: store.where, url: store.url, tables }));
    });
  },
});

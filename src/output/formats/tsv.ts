import { visible } from "../../base/safe-text.js";
import { chooseColumns } from "../table/choose-columns.js";
import { NOTHING_TO_SAY, type Writer } from "./format.js";
import { inOneCell, rawText, writeRows } from "./rows.js";

/** Writes a list as rows of raw values separated by tabs, each ended by LF, without a header line. */
export const writeTsv: Writer = async (pages, view, options, sink) => {
  const columns = chooseColumns(view, options.columns, "csv");
  const cell = (value: unknown) => {
    const text = inOneCell(rawText(value));
    return sink.isTTY ? visible(text) : text;
  };
  const line = (cells: readonly string[]) => `${cells.join("\t")}\n`;
  await writeRows(pages, { rows: view.rows, columns, header: false }, { cell, line }, sink);
  return NOTHING_TO_SAY;
};

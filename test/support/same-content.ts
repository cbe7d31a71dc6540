/** Returns the value at a dotted path as csv writes it; of a figure its number. */
function cellAt(row: unknown, path: string): string {
  const at = path.split(".").reduce((value: unknown, name) => {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }, row);
  const value =
    typeof at === "object" && at !== null && "unit" in at ? Reflect.get(at, "value") : at;
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return value.map((it) => (typeof it === "object" ? JSON.stringify(it) : String(it))).join(";");
}

/** An item of an answer: a row, or a position with a row for each of its reasons. */
interface Item {
  readonly reasons?: readonly object[];
}

const isSame = (cell: string, json: string) =>
  cell === json || (cell !== "" && json !== "" && Number(cell) === Number(json));

/** An answer in several formats. */
export interface Printed {
  readonly json: string;
  readonly csv: string;
  readonly tsv: string;
  readonly ndjson: string;
}

/**
 * Returns the rows of an answer, and where its formats differ: each value of csv is that of json by its
 * path, and ndjson is the rows, then the rest.
 */
export function differences({ json, csv, tsv, ndjson }: Printed) {
  const answer = JSON.parse(json) as Record<string, Item[]>;
  const name = "attention" in answer ? "attention" : "rows";
  const { [name]: items = [], ...rest } = answer;
  const rows = items.flatMap(({ reasons, ...item }) => {
    return reasons === undefined ? [item] : reasons.map((it) => ({ ...item, reasons: it }));
  });
  const names = (csv.split("\r\n")[0] ?? "").split(",");
  const records = tsv.split("\n").map((it) => it.split("\t"));
  records.pop(); // after the last line feed
  const found = records.flatMap((cells, at) =>
    names.flatMap((path, place) => {
      const [cell = "", value] = [cells[place], cellAt(rows[at], path)];
      return isSame(cell.replace(/^'/, ""), value)
        ? []
        : [`${path}: ${cell} in csv, ${value} in json`];
    }),
  );
  const lines = ndjson
    .trimEnd()
    .split("\n")
    .map((it) => JSON.stringify(JSON.parse(it)));
  const whole = [...items, rest].map((it) => JSON.stringify(it));
  return {
    rows,
    found: [
      ...found,
      ...(records.length === rows.length ? [] : [`${records.length} rows in tsv`]),
      ...(lines.join("\n") === whole.join("\n") ? [] : ["the lines of ndjson"]),
    ],
  };
}

/** A sample of a page, read without the code under test. */
export interface Read {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads a page of the text format: every line is a comment or a sample. */
export function parsePage(text: string): Read[] {
  const found: Read[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("# ")) continue;
    const [, name, labels = "", value] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    found.push({ name, labels: parseLabels(labels), value: Number(value) });
  }
  return found;
}

/** Returns the value of a sample; undefined if it is absent. */
export function valueIn(
  page: readonly Read[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = page.filter(
    (it) => it.name === name && Object.entries(labels).every(([key, of]) => it.labels[key] === of),
  );
  if (found.length > 1) throw new Error(`${name} is there ${found.length} times`);
  return found[0]?.value;
}

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"(?:,|$)/gs)];
  const unescaped = (value: string) =>
    value.replace(/\\(.)/gs, (_all, character: string) => (character === "n" ? "\n" : character));
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

import type { CommandModel, OptionModel, ProgramModel, ValueModel, Word } from "./model.js";

/**
 * The model as the rows that the engines of all four shells read. A row is text with `|` between
 * its fields; only the last field can hold a `|` of its own.
 */
export interface Tables {
  readonly nodes: readonly Node[];
  readonly common: readonly string[];
  readonly sets: readonly WordSet[];
}

/** A command by its path, such as `positions list`; the program itself is the empty path. */
export interface Node {
  readonly path: string;
  /** `name alias alias|description` */
  readonly commands: readonly string[];
  /** `[+]code`, + for an argument that repeats */
  readonly args: readonly string[];
  /** `flags|code|repeatable|excludes|description` */
  readonly options: readonly string[];
  /** The set of its columns, or nothing. */
  readonly columns: string;
}

export interface WordSet {
  readonly name: string;
  /** `value|description` */
  readonly rows: readonly string[];
}

/** Lays a model out as rows. */
export function layOut({ root, commonOptions }: ProgramModel): Tables {
  const sets = new Sets();
  const nodes = flatten(root, "").map(({ path, command }) => ({
    path,
    commands: command.commands.map((it) => row([it.name, ...it.aliases].join(" "), it.description)),
    args: command.args.map((it) => (it.variadic ? "+" : "") + codeOf(it.value, sets)),
    options: command.options.map((it) => optionRow(it, sets)),
    columns: command.columns.length === 0 ? "" : sets.nameOf(asWords(command.columns)),
  }));
  const common = commonOptions.map((it) => optionRow(it, sets));
  return { nodes, common, sets: sets.all() };
}

function flatten(command: CommandModel, path: string): { path: string; command: CommandModel }[] {
  const below = command.commands.flatMap((it) => flatten(it, `${path} ${it.name}`.trim()));
  return [{ path, command }, ...below];
}

function optionRow(option: OptionModel, sets: Sets): string {
  const code =
    option.value === undefined
      ? "-"
      : (option.valueIsOptional ? "?" : "") + codeOf(option.value, sets);
  const repeatable = option.repeatable ? "*" : "";
  const { flags, excludes, description } = option;
  return row(flags.join(" "), code, repeatable, excludes.join(" "), description);
}

/** `[,]` for a list, then `free`, `file`, `columns`, `sort`, `=<set>` or `@<kind>`. */
function codeOf({ source, list }: ValueModel, sets: Sets): string {
  const comma = list ? "," : "";
  if (source.from === "words") return `${comma}=${sets.nameOf(source.words)}`;
  if (source.from === "hidden command") return `${comma}@${source.kind}`;
  return comma + source.from;
}

/** Sets of words, each kept once. */
class Sets {
  readonly #names = new Map<string, WordSet>();

  nameOf(words: readonly Word[]): string {
    const rows = words.map((it) => row(it.value, it.description ?? ""));
    const content = rows.join("\n");
    const known = this.#names.get(content);
    if (known !== undefined) return known.name;
    const name = `s${this.#names.size + 1}`;
    this.#names.set(content, { name, rows });
    return name;
  }

  all(): WordSet[] {
    return [...this.#names.values()];
  }
}

function asWords(values: readonly string[]): Word[] {
  return values.map((value) => ({ value }));
}

function row(...fields: readonly string[]): string {
  return fields.map((field) => field.replaceAll(/\s+/g, " ").trim()).join("|");
}

import type { CommandModel, OptionModel, ProgramModel } from "../../run/completion-model.js";

/** The words of a command line after the program's name, as the program would get them. */
export interface Typed {
  /** Words before the cursor. */
  readonly before: readonly string[];
  /** The word under the cursor, up to the cursor. */
  readonly current: string;
  /** Words after the cursor, if the shell passes them. */
  readonly after: readonly string[];
}

/** A command line before the word under the cursor. */
export interface Line {
  readonly command: CommandModel;
  /** Options of the command, its own before the common ones. */
  readonly options: readonly OptionModel[];
  readonly operands: readonly string[];
  /** Options given so far, also after the cursor, by name and with their values. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  /** The option whose value follows. */
  readonly pending: OptionModel | undefined;
  /** Whether there was a `--`. */
  readonly onlyOperands: boolean;
}

type Reading = { -readonly [K in Exclude<keyof Line, "operands" | "given">]: Line[K] } & {
  readonly operands: string[];
  readonly given: Map<string, string[]>;
};

/** Reads the words of a command line: the command, and what is already given. */
export function readLine(program: ProgramModel, { before, current, after }: Typed): Line {
  const line: Reading = {
    command: program.root,
    options: [...program.root.options, ...program.commonOptions],
    operands: [],
    given: new Map(),
    pending: undefined,
    onlyOperands: false,
  };
  for (const word of before) takeWord(program, line, word);
  if (isInsteadOfValue(line, current)) line.pending = undefined;
  for (const word of after) {
    if (word.startsWith("--")) note(line, findOption(line, word.replace(/=.*$/s, "")));
  }
  return line;
}

/** Finds an option by one of its flags. */
export function findOption({ options }: Line, flag: string): OptionModel | undefined {
  return options.find(({ flags }) => flags.includes(flag));
}

function takeWord(program: ProgramModel, line: Reading, word: string): void {
  if (isInsteadOfValue(line, word)) line.pending = undefined;
  if (line.pending !== undefined) {
    note(line, line.pending, word);
    line.pending = undefined;
  } else if (line.onlyOperands) {
    line.operands.push(word);
  } else if (word === "--") {
    line.onlyOperands = true;
  } else if (word.startsWith("--")) {
    takeLongOption(line, word);
  } else if (word.startsWith("-") && word !== "-") {
    takeShortOptions(line, word);
  } else if (line.operands.length > 0 || !descend(program, line, word)) {
    line.operands.push(word);
  }
}

/** Reports whether an optional value is omitted because an option follows. */
function isInsteadOfValue({ pending }: Line, word: string): boolean {
  return pending?.valueIsOptional === true && word.startsWith("-");
}

function takeLongOption(line: Reading, word: string): void {
  const [, flag = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const option = findOption(line, flag);
  note(line, option, value);
  if (value === undefined && option?.value !== undefined) line.pending = option;
}

/** Reads several short options in one word; after one with a value, the rest is its value. */
function takeShortOptions(line: Reading, word: string): void {
  for (let at = 1; at < word.length; at++) {
    const option = findOption(line, `-${word[at]}`);
    if (option === undefined) return;
    const rest = word.slice(at + 1);
    if (option.value === undefined) {
      note(line, option);
    } else if (rest === "") {
      note(line, option);
      line.pending = option;
      return;
    } else {
      note(line, option, rest);
      return;
    }
  }
}

function note(line: Reading, option: OptionModel | undefined, value?: string): void {
  if (option === undefined) return;
  const values = line.given.get(option.name) ?? [];
  line.given.set(option.name, value === undefined ? values : [...values, value]);
}

/** Descends to the subcommand of that name, if there is one. */
function descend(program: ProgramModel, line: Reading, word: string): boolean {
  const below = line.command.commands.find((it) => it.name === word || it.aliases.includes(word));
  if (below === undefined) return false;
  line.command = below;
  line.options = [...below.options, ...program.commonOptions];
  return true;
}

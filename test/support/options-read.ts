import { vi } from "vitest";
import { commandTree } from "../../src/commands/tree.js";
import type { CommandDefinition, CommandEntry } from "../../src/run/define.js";
import { longFlag } from "../../src/run/option.js";
import type { SettingRow } from "../../src/run/settings/kinds.js";
import { SETTING_NAMES, SETTINGS } from "../../src/run/settings/table.js";

/** Options that a command declares, and those that its runs have asked for so far. */
export interface DeclaredOptions {
  /** Name of the command with all its words. */
  readonly name: string;
  readonly definition: CommandDefinition;
  /** Returns the options that no run has asked for, as they are typed: `--limit`. */
  unread(): string[];
}

/**
 * Records from now on which of their options the commands ask for, and returns the visible ones that
 * have options. An option is asked for by its key, and one that sets a setting also by the setting. A
 * copy of all options, by a spread or by the rest of a destructuring, asks for none: what is copied
 * may not be used.
 */
export async function recordReads(): Promise<DeclaredOptions[]> {
  /* A command may run others with its settings, which then ask for them in its place. */
  const running: Running = new Set();
  for (const name of SETTING_NAMES) {
    const row: SettingRow<unknown> = SETTINGS[name];
    const { parse } = row;
    vi.spyOn(row, "parse").mockImplementation((text: string) => {
      for (const settings of running) settings.add(name);
      return parse(text);
    });
  }
  return Promise.all(leaves(commandTree).map((leaf) => recorded(leaf, running)));
}

/** The settings that each of the commands that run at the moment has asked for. */
type Running = Set<Set<string>>;

interface Leaf {
  readonly name: string;
  readonly entry: CommandEntry;
}

function leaves(entries: readonly CommandEntry[], path: readonly string[] = []): Leaf[] {
  return entries.flatMap((entry) => {
    const words = [...path, entry.name];
    const own = entry.load === undefined ? [] : [{ name: words.join(" "), entry }];
    return [...own, ...leaves(entry.commands ?? [], words)];
  });
}

async function recorded({ name, entry }: Leaf, running: Running): Promise<DeclaredOptions> {
  const definition = await entry.load?.();
  if (definition === undefined) throw new Error(`${name} has no definition`);
  const { run, options = {} } = definition;
  const keys = new Set<string>();
  const settings = new Set<string>();
  definition.run = async (context, typed, tree) => {
    running.add(settings);
    const watched = { ...typed, options: observed(typed.options, keys) };
    return run(context, watched, tree).finally(() => running.delete(settings));
  };
  return {
    name,
    definition,
    unread: () =>
      Object.entries(options).flatMap(([key, data]) =>
        OF_CONTEXT.has(key) || keys.has(key) || ("setting" in data && settings.has(data.setting))
          ? []
          : [longFlag(key, data)],
      ),
  };
}

/** Options of some commands that the context of the command asks for, before it runs. */
const OF_CONTEXT: ReadonlySet<string> = new Set(["refresh", "view"]);

/** Returns options that tell which of their keys are asked for one by one. */
function observed<T extends object>(options: T, keys: Set<string>): T {
  /* A copy asks for the descriptor of each key just before its value; other code does not. */
  const copied = new Set<string | symbol>();
  return new Proxy(options, {
    getOwnPropertyDescriptor(target, key) {
      copied.add(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    get(target, key) {
      if (!copied.delete(key)) keys.add(String(key));
      return Reflect.get(target, key);
    },
    has(target, key) {
      keys.add(String(key));
      return Reflect.has(target, key);
    },
  });
}

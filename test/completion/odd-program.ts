import type { CommandModel, OptionModel, ProgramModel } from "../../src/run/completion-model.js";

export const command = (name: string, rest: Partial<CommandModel>): CommandModel => ({
  name,
  aliases: [],
  description: name,
  args: [],
  options: [],
  columns: [],
  commands: [],
  ...rest,
});

export const option = (name: string, rest: Partial<OptionModel>): OptionModel => ({
  name,
  flags: [name],
  description: name,
  value: undefined,
  valueIsOptional: false,
  repeatable: false,
  excludes: [],
  ...rest,
});

/** Every special character of a shell. */
export const NASTY = 'it\'s "so" `date` $(date) $HOME \\n | & ; * [x] {y} %s: ’quoted’ #no';

/** A program with quotes, files, colons and optional values, which are difficult for shells. */
export const oddProgram: ProgramModel = {
  root: command("carry", {
    commands: [
      command("odd", {
        description: NASTY,
        options: [
          option("--file", {
            value: { source: { from: "file" }, list: false },
            description: NASTY,
          }),
          option("--watch", {
            valueIsOptional: true,
            value: {
              source: {
                from: "words",
                words: [
                  { value: "slow", description: NASTY },
                  { value: "fast:er", description: "with a colon" },
                ],
              },
              list: false,
            },
          }),
        ],
      }),
      command("plain", {
        args: [{ value: { source: { from: "file" }, list: false }, variadic: false }],
      }),
    ],
  }),
  commonOptions: [],
};

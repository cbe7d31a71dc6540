import type { Option } from "commander";
import type { CommandSpec, Offers } from "../../command/spec.js";
import type { OptionModel } from "../../completion/model.js";
import { KNOWN_OPTIONS } from "./known.js";
import { offersFor, valueModel } from "./values.js";

/** The options of a command, those that cannot stand beside each other told by both. */
export function optionModels(
  options: readonly Option[],
  spec: Pick<CommandSpec, "offers">,
): OptionModel[] {
  const names = new Set(options.map(nameOf));
  const models = options
    .filter((option) => !option.hidden)
    .map((option) => {
      const name = nameOf(option);
      const offers = offersFor(spec, name, KNOWN_OPTIONS, option);
      return {
        name,
        flags: [option.long, option.short].filter((it) => it !== undefined && it !== null),
        description: option.description,
        value: option.required || option.optional ? valueModel(offers) : undefined,
        valueIsOptional: option.optional,
        repeatable: option.variadic || offers.repeatable === true,
        excludes: exclusions(option, offers, names),
      };
    });
  return models.map((model) => {
    const excludedBy = models.filter((it) => it.excludes.includes(model.name));
    return {
      ...model,
      excludes: [...new Set([...model.excludes, ...excludedBy.map((it) => it.name)])],
    };
  });
}

/** A switch that is no option of its program, as commander adds them. */
export function flag(name: string, short: string, description: string): OptionModel {
  return {
    name,
    flags: [name, short],
    description,
    value: undefined,
    valueIsOptional: false,
    repeatable: false,
    excludes: [],
  };
}

/** What an option says of others, and its opposite: `--x` and `--no-x`. */
function exclusions(option: Option, { excludes = [] }: Offers, names: ReadonlySet<string>) {
  const name = nameOf(option);
  const opposite = name.startsWith("--no-") ? `--${name.slice(5)}` : `--no-${name.slice(2)}`;
  const { conflictsWith = [] } = option as unknown as { conflictsWith?: readonly string[] };
  return [
    ...new Set([
      ...excludes,
      ...conflictsWith.map(longFlag),
      ...(names.has(opposite) ? [opposite] : []),
    ]),
  ];
}

function nameOf(option: Option): string {
  return option.long ?? option.short ?? option.flags;
}

/** commander keeps attribute names: `byLeg` is `--by-leg`. */
function longFlag(attribute: string): string {
  return `--${attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

import type { Argument, Option } from "commander";
import { offersOf } from "../../command/offers.js";
import type { CommandSpec, Offers } from "../../command/spec.js";
import type { Source, ValueModel } from "../../completion/model.js";

/**
 * What is known of an option or argument by its name, then by its definition; what its command says
 * wins.
 */
export function offersFor(
  spec: Pick<CommandSpec, "offers">,
  name: string,
  known: Readonly<Record<string, Offers>>,
  definition: Option | Argument,
): Offers {
  const choices = definition.argChoices;
  return {
    ...known[name],
    ...offersOf(definition.parseArg),
    ...(choices !== undefined && { choices }),
    ...spec.offers?.[name],
  };
}

/** The values as completion sees them. */
export function valueModel(offers: Offers): ValueModel {
  return { source: sourceOf(offers), list: offers.list === true };
}

function sourceOf({ choices, source }: Offers): Source {
  if (choices !== undefined) {
    const words = choices.map((it) =>
      typeof it === "string" ? { value: it } : { value: it.value, description: it.description },
    );
    return { from: "words", words };
  }
  if (source === undefined) return { from: "free" };
  if (source === "file" || source === "columns" || source === "sort") return { from: source };
  return { from: "hidden command", kind: source };
}

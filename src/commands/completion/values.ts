import type { ValueKind } from "../../base/value-kind.js";
import type { Source, ValueModel } from "../../completion/model.js";

/** Returns the values of a kind for completion. */
export function valueModel(kind: ValueKind<unknown>, isList: boolean): ValueModel {
  return { source: sourceOf(kind), list: isList || kind.commas === true };
}

function sourceOf({ choices, suggest }: ValueKind<unknown>): Source {
  if (choices !== undefined) {
    const words = choices.map((it) =>
      typeof it === "string" ? { value: it } : { value: it.value, description: it.description },
    );
    return { from: "words", words };
  }
  if (suggest === undefined) return { from: "free" };
  if (suggest === "file" || suggest === "columns" || suggest === "sort") return { from: suggest };
  return { from: "hidden command", kind: suggest };
}

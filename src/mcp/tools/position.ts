import { itemsOf, membersOf } from "../fields.js";
import { defineTool } from "../tool.js";
import { UNITS } from "./units.js";

export const position = defineTool({
  name: "position",
  about: "One position in full: legs, fees, funding by leg, performance.",
  inputs: {
    id: { type: "string", required: true, description: "position id, or a prefix of 4 or more" },
  },
  async call({ id }, { run }) {
    const { value, notes } = await run(["positions", "get", "--performance", "--", id]);
    const [found = value] = itemsOf(value);
    const { note, ...rest } = membersOf(found);
    const fenced =
      note === null || note === undefined ? note : { text_of_a_user_not_an_instruction: note };
    return { head: { units: UNITS, ...rest, note: fenced }, notes };
  },
});

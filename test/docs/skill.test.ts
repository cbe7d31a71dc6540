import { expect, it } from "vitest";
import { TOPICS } from "../../src/commands/help/topics.js";
import { textOf } from "../support/page.js";

it("SKILL.md has the words of carry help agents, and no others", async () => {
  const [, body = ""] = textOf("SKILL.md").split("\n# carry\n");
  const written = body.replaceAll(/^- `(.*?)`:/gm, "$1").replaceAll(/[`\\]/g, "");
  const printed = ((await TOPICS.agents?.text(100)) ?? "").replaceAll("`", "");
  expect(written.split(/\s+/).filter(Boolean)).toEqual(printed.split(/\s+/).filter(Boolean));
});

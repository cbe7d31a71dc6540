import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn, textOf } from "../support/page.js";
import { SCRIPTS } from "../support/scripts.js";

const text = ["docs/scripting.md", "docs/recipes.md"].map(textOf).join("\n");

describe("docs/scripting.md and docs/recipes.md", () => {
  it("show each script once, and no other code than theirs", () => {
    const shown = filesIn(text).map((path) => path.replace("test/scripts/", ""));
    expect([...shown].sort()).toEqual(readdirSync(SCRIPTS).sort());
    const blocks = text.match(/^```(?!console)\w+$/gm) ?? [];
    expect(blocks).toHaveLength(shown.length + 1); // and the command of podman, which is not run
  });
});

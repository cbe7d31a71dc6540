import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesIn, textOf } from "../support/page.js";
import { SCRIPTS } from "../support/scripts.js";

const PAGE = "docs/scripting.md";

describe(PAGE, () => {
  it("shows each script once, and no other code than theirs", () => {
    const page = textOf(PAGE);
    const shown = filesIn(page).map((path) => path.replace("test/scripts/", ""));
    expect([...shown].sort()).toEqual(readdirSync(SCRIPTS).sort());
    const blocks = page.match(/^```(?!console)\w+$/gm) ?? [];
    expect(blocks).toHaveLength(shown.length + 1); // and the command of podman, which is not run
  });

  it("links to headings that it has", () => {
    const page = textOf(PAGE);
    const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = ""]) => anchor);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });
});

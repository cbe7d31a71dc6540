import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "../support/page.js";
import { DARK, LIGHT, type Palette } from "../support/picture/palette.js";
import { svgOf } from "../support/picture/picture.js";
import { runsOf } from "../support/picture/runs.js";

const ESCAPE = "\u001b";
const drawn = (screen: string) =>
  svgOf({ title: "carry", description: "a screen", columns: 20, screen });

describe("a picture of a terminal", () => {
  it("places words at their columns, wide characters two columns wide", () => {
    const screen = `net PnL  +1\n資産  ${ESCAPE}[32m+2 –${ESCAPE}[0m`;
    expect(
      runsOf(screen).map(({ text, row, column, width, styles }) => [
        ...[text, row, column, width],
        ...styles,
      ]),
    ).toEqual([
      ["net PnL", 0, 0, 7],
      ["+1", 0, 9, 2],
      ["資産", 1, 0, 4],
      ["+2", 1, 6, 2, "green"],
      ["–", 1, 9, 1, "green"],
    ]);
    expect(drawn("ab  c")).toContain('<text x="49.6" y="57" textLength="8.4"');
  });

  it("draws lines and blocks from edge to edge, so that they join", () => {
    expect(runsOf("──┬█").map(({ text, isShape }) => [text, isShape])).toEqual([
      ["──", true],
      ["┬", true],
      ["█", true],
    ]);
    expect(drawn("──")).toContain('<path d="M16 52.5h16.8v1h-16.8z"></path>');
    expect(drawn("│\n│")).toContain('<path d="M19.7 44h1v18h-1zM19.7 62h1v18h-1z"></path>');
  });

  it("shows markup of a screen as text", () => {
    expect(drawn('<b> & "it"')).toContain(">&lt;b&gt; &amp; &quot;it&quot;</text>");
  });

  it.each([
    { scheme: "light", palette: LIGHT },
    { scheme: "dark", palette: DARK },
  ])("is readable in $scheme: a contrast of at least 4.5 to 1", ({ palette }) => {
    const { window, bar, frame: _, ...texts } = palette;
    const low = Object.entries(texts).filter(([, text]) => contrast(text, window) < 4.5);
    expect(low).toEqual([]);
    expect(contrast(palette.dim, bar)).toBeGreaterThan(4.5);
  });
});

describe("docs/img", () => {
  it.each(readdirSync(new URL("../../docs/img", import.meta.url)))(
    "%s needs nothing else: no script, no file, no font",
    (name) => {
      const svg = textOf(`docs/img/${name}`);
      const own = svg
        .replace('xmlns="http://www.w3.org/2000/svg"', "")
        .replaceAll(/<title.*|>[^<]*<\/text>/g, "");
      expect(own).not.toMatch(/<script|href=|src=|url\(|@import|@font-face|https?:/);
      expect(svg).toContain("prefers-color-scheme:dark");
      expect(svg).toMatch(/<title id="title">.{40,}<\/title>/);
    },
  );
});

/** Returns the contrast of two colours (WCAG 2.2, contrast ratio). */
function contrast(one: Palette["text"], other: Palette["text"]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

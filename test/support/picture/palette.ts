import { COLOURS, type Style } from "../styles.js";

/** Colours of a terminal, as hexadecimal RGB. */
export type Palette = Readonly<
  Record<(typeof COLOURS)[number] | "text" | "dim" | "window" | "bar" | "frame", string>
>;

export const LIGHT: Palette = {
  text: "#1f2328",
  dim: "#59636e",
  red: "#c21c2c",
  green: "#137333",
  yellow: "#8a5d00",
  blue: "#0857c3",
  magenta: "#8240c4",
  cyan: "#0f7078",
  window: "#ffffff",
  bar: "#f0f2f5",
  frame: "#c9d1d9",
};

export const DARK: Palette = {
  text: "#e6edf3",
  dim: "#9aa4af",
  red: "#ff7b72",
  green: "#4cc961",
  yellow: "#e0a82e",
  blue: "#79b8ff",
  magenta: "#c297ff",
  cyan: "#45cdd6",
  window: "#0d1117",
  bar: "#1c222b",
  frame: "#3d444d",
};

const FONTS = [
  ...["ui-monospace", "SFMono-Regular", "Menlo", "Consolas"],
  ...['"DejaVu Sans Mono"', '"Liberation Mono"', "monospace"],
];

/** Returns the style sheet of a picture, with both palettes. @param size of text, @param titleSize of the title, in pixels */
export function sheetOf(size: number, titleSize: number): string {
  return [
    `text{font:${size}px ${FONTS.join(",")};fill:currentColor}`,
    `.title{font-size:${titleSize}px}`,
    "path,.row{fill:currentColor}",
    ".bold{font-weight:700}",
    ".underlined{text-decoration:underline}",
    ...rulesOf(LIGHT),
    `@media (prefers-color-scheme:dark){${rulesOf(DARK).join("")}}`,
  ].join("\n");
}

function rulesOf(palette: Palette): string[] {
  return [
    `svg{color:${palette.text}}`,
    `.window{fill:${palette.window};stroke:${palette.frame}}`,
    `.bar{fill:${palette.bar}}`,
    `.button{fill:${palette.frame}}`,
    `.reverse{fill:${palette.window}}`,
    ...(["dim", ...COLOURS] as const).map((name) => `.${name}{color:${palette[name]}}`),
  ];
}

/** Returns the names of styles as classes of that sheet; undefined for plain text. */
export function classOf(styles: readonly Style[]): string | undefined {
  return styles.length === 0 ? undefined : styles.join(" ");
}

/** Colours by name, for a light and a dark scheme; the pages of `carry report` have the same. */
const COLOURS = {
  bg: ["#ffffff", "#11161c"],
  ink: ["#18212b", "#e8ecf1"],
  soft: ["#5a6572", "#9ba7b4"],
  rule: ["#dfe4ea", "#2b343f"],
  gain: ["#0b7a4b", "#45c98d"],
  loss: ["#bf3429", "#ff8177"],
  c0: ["#2158c9", "#78a9ff"],
  c1: ["#c26a00", "#f0a84c"],
  c2: ["#7a3fc4", "#b794f6"],
  c3: ["#0c7f78", "#4fd1c5"],
  c4: ["#b5186a", "#f687b3"],
  c5: ["#587d0c", "#a9d15c"],
  c6: ["#0a7896", "#63c7e8"],
  c7: ["#8a4b32", "#d9a38a"],
} as const;

const variables = (scheme: 0 | 1) =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(";");

/** The colours as variables of CSS: light, and dark where the reader prefers it on a screen. */
export const COLOUR_RULES = [
  `:root{color-scheme:light dark;${variables(0)}}`,
  `@media screen and (prefers-color-scheme:dark){:root{${variables(1)}}}`,
].join("\n");

/** Dashes of the lines of up to eight series, each of which has a colour of its own. */
const DASHES = ["none", "6 3", "2 2.5", "8 3 2 3", "none", "6 3", "2 2.5", "8 3 2 3"] as const;

/** Style rules of charts, by class. */
export const CHART_RULES = [
  "svg text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:var(--soft);font-variant-numeric:tabular-nums}",
  "svg .title{fill:var(--ink);font-weight:600}",
  "svg .gaps{fill:var(--soft);font-weight:400}",
  "svg .name{fill:var(--ink)}",
  "svg .rule{stroke:var(--rule);stroke-width:1}",
  "svg .zero{stroke:var(--soft);stroke-width:1}",
  "svg .line{fill:none;stroke-width:1.75;stroke-linejoin:round}",
  "svg .gain{fill:var(--gain)}",
  "svg .loss{fill:var(--loss)}",
  "svg .long{fill:var(--c0)}",
  "svg .short{fill:var(--c1)}",
  "svg .area{fill:var(--c0);opacity:.13}",
  "svg .hover{fill:var(--ink);opacity:0}",
  "svg .hover:hover{opacity:.08}",
  ...DASHES.map(
    (dashes, index) =>
      `svg .s${index}{stroke:var(--c${index})}svg circle.s${index}{fill:var(--c${index})}svg path.s${index}{stroke-dasharray:${dashes}}`,
  ),
].join("\n");

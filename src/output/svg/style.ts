/** Colours by name, for a light and a dark scheme. */
const COLOURS = {
  bg: ["#ffffff", "#11161c"],
  ink: ["#18212b", "#e8ecf1"],
  soft: ["#5a6572", "#9ba7b4"],
  rule: ["#dfe4ea", "#2b343f"],
  gain: ["#0b7a4b", "#45c98d"],
  loss: ["#bf3429", "#ff8177"],
  warning: ["#8a6100", "#e3b341"],
  line: ["#2158c9", "#78a9ff"],
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

/** Style rules of charts, by class. */
export const CHART_RULES = [
  "svg text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:var(--soft);font-variant-numeric:tabular-nums}",
  "svg .title{fill:var(--ink);font-weight:600}",
  "svg .gaps{fill:var(--soft);font-weight:400}",
  "svg .name{fill:var(--ink)}",
  "svg .rule{stroke:var(--rule);stroke-width:1}",
  "svg .zero{stroke:var(--soft);stroke-width:1}",
  "svg .line{fill:none;stroke:var(--line);stroke-width:1.75;stroke-linejoin:round}",
  "svg .dot{fill:var(--line)}",
  "svg .gain{fill:var(--gain)}",
  "svg .loss{fill:var(--loss)}",
  "svg .size{fill:var(--line)}",
  "svg .area{fill:var(--line);opacity:.13}",
  "svg .hover{fill:var(--ink);opacity:0}",
  "svg .hover:hover{opacity:.08}",
].join("\n");

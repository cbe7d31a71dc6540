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
const COLOUR_RULES = [
  `:root{color-scheme:light dark;${variables(0)}}`,
  `@media screen and (prefers-color-scheme:dark){:root{${variables(1)}}}`,
].join("\n");

/** Style rules of charts, by class. */
const CHART_RULES = [
  "svg text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:var(--soft);font-variant-numeric:tabular-nums}",
  "svg .title{fill:var(--ink);font-weight:600}",
  "svg .rule{stroke:var(--rule);stroke-width:1}",
  "svg .zero{stroke:var(--soft);stroke-width:1}",
  "svg .line{fill:none;stroke:var(--line);stroke-width:1.75;stroke-linejoin:round}",
  "svg .dot{fill:var(--line)}",
  "svg .gain{fill:var(--gain)}",
  "svg .loss{fill:var(--loss)}",
  "svg .area{fill:var(--line);opacity:.13}",
].join("\n");

/** The rules of the page: one column on a phone, two on a wide screen and on paper. */
export const PAGE_RULES = `${COLOUR_RULES}
${CHART_RULES}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.45 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}
main,header,footer{max-width:1120px;margin:0 auto;padding:0 20px}
header{padding-top:24px}
header p{margin:0}
h1{font-size:24px;line-height:1.2;margin:0 0 4px}
h2{font-size:16px;margin:0 0 8px}
p{margin:0 0 8px}
.soft,.label,.aside,footer,caption{color:var(--soft)}
.aside,footer,caption{font-size:13px}
section{margin:26px 0 0;min-width:0}
.pair{display:grid;gap:0 40px}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(142px,1fr));gap:0 20px;margin:14px 0 0}
.tiles div{border-top:1px solid var(--rule);padding:7px 0 9px}
.tiles dt{color:var(--soft);font-size:13px}
.tiles dd{margin:0;font-size:18px;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
code{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:.92em}
.loss{color:var(--loss)}
.warning{color:var(--warning)}
.over{margin-top:14px}
.over+.tiles{margin-top:2px}
.scroll{overflow-x:auto}
.scroll+.scroll{margin-top:16px}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
caption{caption-side:bottom;text-align:left;padding-top:6px}
th,td{padding:5px 12px 5px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);font-weight:400}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:13px;white-space:nowrap}
tbody th{font-weight:600;white-space:nowrap;position:sticky;left:0;background:var(--bg)}
td{overflow-wrap:break-word}
.number{text-align:right;white-space:nowrap;overflow-wrap:normal}
figure{margin:0}
svg{display:block;width:100%;height:auto;max-width:640px}
.words dt{font-weight:600;margin-top:6px}
.words dd{margin:0;overflow-wrap:anywhere}
summary{cursor:pointer;color:var(--soft);font-size:13px;padding:4px 0}
ul{margin:0;padding-left:18px}
li{overflow-wrap:anywhere}
footer{padding-top:20px;padding-bottom:28px}
@media (min-width:900px){.pair{grid-template-columns:1fr 1fr}}
@media (max-width:600px){main,header,footer{padding-left:14px;padding-right:14px}.tiles{grid-template-columns:1fr 1fr}.tiles dd{font-size:16px}table{font-size:13px}th,td{padding-right:8px}}
@page{size:A4;margin:9mm}
@media print{body{font-size:7.8pt;line-height:1.25}main,header,footer{max-width:none;padding:0}header{padding-top:0}h1{font-size:15pt}h2{font-size:10pt;margin-bottom:3px}section{margin-top:8px;break-inside:avoid}.pair{grid-template-columns:1fr 1fr;gap:0 20px}.tiles{grid-template-columns:repeat(auto-fill,minmax(29mm,1fr));gap:0 12px;margin-top:6px}.tiles div{padding:3px 0 4px}.tiles dt,.aside,footer,caption,thead th{font-size:7.5pt}.tiles dd{font-size:10pt}.scroll{overflow:visible}figure svg{max-width:none}table{font-size:7.4pt}th,td{padding-top:1px;padding-bottom:1px}details:not([open]){display:none}summary{display:none}footer{padding:8px 0 0}}`;

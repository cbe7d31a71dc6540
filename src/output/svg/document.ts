import { spanOf, spanText } from "../chart/layout/layout.js";
import {
  type ChartContent,
  type ChartFormat,
  NOTHING_TO_SAY,
  type Writer,
} from "../formats/format.js";
import { type Content, element, styleElement } from "../markup/element.js";
import { renderTotals } from "../table/total-line.js";
import type { Look } from "../text/look.js";
import { LINE } from "./canvas.js";
import { drawChart } from "./chart.js";
import { CHART_RULES, COLOUR_RULES } from "./style.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const SIZE = { width: 760, plotHeight: 150 };
const AROUND = 18;
/** Characters of a line of figures. */
const LINE_LENGTH = 112;

/** Draws a chart as an SVG document, with the figures below it. */
export const renderSvgChart: ChartFormat["render"] = async (chart, look) => {
  const drawn = drawChart(chart.plots, SIZE, look.zone);
  const figures = await figureLines(chart.totals, look);
  const lines =
    drawn === undefined ? figures : [spanText(spanOf(chart.plots), look.zone), ...figures];
  const top = drawn === undefined ? 0 : drawn.height + LINE;
  const [title] = chart.plots;
  const content = [drawn?.content, textLines(lines, top)];
  const height = top + lines.length * LINE;
  return { text: documentOf(title?.title ?? "", content, height), isDrawn: drawn !== undefined };
};

/** Writes an SVG document for an empty list: the text of the view instead of a chart. */
export const writeEmptySvg: Writer = async (_pages, view, _options, sink) => {
  await sink.write(documentOf(view.empty, textLines([view.empty], 0), LINE));
  return NOTHING_TO_SAY;
};

async function figureLines(totals: ChartContent["totals"], look: Look): Promise<string[]> {
  const plain = { ...look, color: false, unicode: true, width: LINE_LENGTH };
  const texts = await Promise.all(totals.map((line) => renderTotals(line, plain)));
  return texts.flatMap((text) => text.trimEnd().split("\n")).filter((line) => line !== "");
}

function textLines(lines: readonly string[], top: number): Content {
  return lines.map((line, index) =>
    element("text", { x: 0, y: top + index * LINE + 12 }, line.replaceAll("   ", " \u2003")),
  );
}

function documentOf(title: string, content: Content, height: number): string {
  const [width, whole] = [SIZE.width + 2 * AROUND, Math.ceil(height) + 2 * AROUND];
  const { markup } = element(
    "svg",
    {
      xmlns: NAMESPACE,
      viewBox: `0 0 ${width} ${whole}`,
      width,
      height: whole,
      role: "img",
    },
    element("title", {}, title),
    styleElement(`${COLOUR_RULES}\n${CHART_RULES}\n.paper{fill:var(--bg)}`),
    element("rect", { class: "paper", width, height: whole }),
    element("g", { transform: `translate(${AROUND} ${AROUND})` }, content),
  );
  return `${markup}\n`;
}

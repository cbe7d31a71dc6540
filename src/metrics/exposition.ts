/** A gauge with its values. */
export interface Family {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** A value of a gauge. */
export interface Sample {
  /** Names and values of the labels; a combination is not repeated within a family. */
  readonly labels: Readonly<Record<string, string>>;
  /** As plain digits. */
  readonly value: string;
}

/** A text format of metrics. */
export interface Exposition {
  /** `Content-Type` of a page. */
  readonly contentType: string;
  /** Returns the text of a page; families without values are left out. */
  readonly text: (families: readonly Family[]) => string;
}

/** Text format of Prometheus. Source: prometheus.io, "Exposition formats", version 0.0.4. */
export const PROMETHEUS: Exposition = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  text: (families) => families.map((family) => familyText(family, escapeHelp)).join(""),
};

/** OpenMetrics. Source: openmetrics.io, version 1.0.0. */
export const OPEN_METRICS: Exposition = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  text: (families) =>
    `${families.map((family) => familyText(family, escapeLabel)).join("")}# EOF\n`,
};

function familyText({ name, help, samples }: Family, escaped: (help: string) => string): string {
  if (samples.length === 0) return "";
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} gauge\n`;
  return head + samples.map((sample) => `${name}${labelsText(sample)} ${sample.value}\n`).join("");
}

function labelsText({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** Half of a surrogate pair, which UTF-8 does not have: labels with different halves would become equal. */
const LONE_SURROGATE = /\p{Cs}/gu;

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  const whole = text.replace(LONE_SURROGATE, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  return escapeHelp(whole).replaceAll('"', '\\"');
}

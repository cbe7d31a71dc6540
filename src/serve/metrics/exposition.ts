import type { Family, Sample } from "./family.js";

/**
 * Returns families in the text format of Prometheus; those without values are left out. Source: prometheus.io,
 * "Exposition formats", version 0.0.4.
 */
export function expositionOf(families: readonly Family[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, help, samples }: Family): string {
  if (samples.length === 0) return "";
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} gauge\n`;
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

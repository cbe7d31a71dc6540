import { CAUSES, causeSpec } from "../../figures/causes.js";

const HEAD = `# Rules of \`carry check --rules\`.
#
# A rule failed for a position where \`when\` is true, passed where it is false, and is unknown where a figure
# that it needs is unknown. \`when\` is a cause of \`carry status\`, or JMESPath (jmespath.org) over the figures
# of a position, whose numbers need no backticks: carry help rules lists the names.
`;

const TAIL = `
# Rules of your own look like this:
#
# [[rule]]
# name = "loss"
# when = "net_pnl < -100"
# severity = "critical"         # or warning, the default
# for = "10m"                   # holds so long before there is an alert
#
# [[rule]]
# name = "short-margin"
# when = "legs[?side == 'short' && away < 5]"
#
# [[rule]]
# name = "one-exchange"
# scope = "book"                # all open positions together
# when = "let $all = gross_notional in exchanges[?gross_notional > $all * 0.6]"
`;

/** Returns a rules file with the causes of status that hurt or cost, each with what it says. */
export function exampleRules(): string {
  const rules = Object.keys(CAUSES).flatMap((cause) => {
    const { severity, help } = causeSpec(cause as keyof typeof CAUSES);
    if (severity === "unknown") return [];
    return [
      `# ${help}\n[[rule]]\nname = "${cause}"\nwhen = "${cause}"\nseverity = "${severity}"\n`,
    ];
  });
  return `${HEAD}\n${rules.join("\n")}${TAIL}`;
}

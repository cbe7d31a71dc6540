/** What `carry check --init` writes. Every rule is valid. */
export const EXAMPLE_RULES = `#:schema ./rules.schema.json
# Rules of \`carry check\`; \`carry schema rules > rules.schema.json\` lets an editor check this file.
#
# A rule describes a problem: it has failed for a position where \`when\` is true, it has passed where
# it is false, and it cannot be told where a figure that it names is not known. \`when\` is JMESPath
# (jmespath.org) over a position with all its figures: the names are in docs/rules.md. Numbers are in
# backticks, texts in single quotes.

# More than 5 % of the larger side is not hedged.
[[rule]]
name = "hedge"
severity = "critical"           # info, warning (default) or critical
when = "imbalance > \`5\`"
clear = "imbalance < \`3\`"       # over only then, not as soon as \`when\` is false
for = "10m"                     # holds so long before there is an alert
cooldown = "6h"                 # at least this long between two alerts of a position

# A leg could lose its initial margin with a move of less than 15 %.
[[rule]]
name = "margin"
severity = "critical"
when = "legs[?distance < \`15\`]"

# Funding has cost more than it paid over a week, although the position is old enough to judge.
[[rule]]
name = "costs"
when = "age_days > \`7\` && run_7d < \`0\`"
# except = ["92bc28c3"]         # not about these positions, by the beginning of their id

# The figures of the service are an hour old.
[[rule]]
name = "old-figures"
when = "performance_age_seconds > \`3600\`"

# The portfolio as a whole.
[[rule]]
name = "one-exchange"
scope = "portfolio"
severity = "info"
when = "exchanges[?share > \`60\`]"
`;

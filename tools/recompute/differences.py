"""What is printed against what is recomputed."""

from dataclasses import dataclass
from decimal import Decimal


ABSENT = object()
"""A figure that is not in json at all."""
WIDTH = 300
DIGITS = Decimal("1e-12")


@dataclass
class Difference:
    """One figure that is not what its formula makes."""

    command: str
    row: str
    figure: str
    printed: object
    recomputed: object
    formula: str

    def __str__(self):
        where = f"carry {self.command}\n  {self.row or 'totals'}: {self.figure}"
        shown = f"    printed     {show(self.printed)}\n    recomputed  {show(self.recomputed)}"
        return f"{where}\n{shown}\n    formula     {self.formula}"


def show(value):
    """A value as a line of a report."""
    if value is ABSENT:
        return "(absent)"
    if value is None:
        return "–"
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    text = str(value)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} …"


def is_near(printed, expected, slack=0):
    """Whether two numbers agree to twelve significant digits."""
    apart = abs(printed - expected)
    return apart <= max(abs(expected) * DIGITS, slack)


class Differences:
    """Differences of one command line."""

    def __init__(self, command):
        self.command = command
        self.found = []
        self.compared = 0

    def add(self, row, figure, printed, recomputed, formula):
        """Notes a difference."""
        self.found.append(Difference(self.command, row, figure, printed, recomputed, formula))

    def same(self, row, figure, printed, expected, formula):
        """Compares words, flags, counts and lists."""
        self.compared += 1
        if printed is not expected and printed != expected:
            printed, expected = only_apart(printed, expected)
            self.add(row, figure, printed, expected, formula)

    def number(self, row, figure, printed, expected, formula, slack=0):
        """Compares two numbers, either of which may be None."""
        self.compared += 1
        printed = plain(printed)
        if isinstance(printed, str) and printed:
            printed = Decimal(printed)
        if printed in (ABSENT, None, "") or expected is None:
            if printed is ABSENT or printed != expected:
                self.add(row, figure, printed, expected, formula)
        elif not is_near(printed, Decimal(expected), slack):
            self.add(row, figure, printed, Decimal(expected), formula)

    def figure(self, row, name, holder, expected, formula, slack=0, **details):
        """Compares a figure `{"value", …}` of a row and details of it by name."""
        printed = at(holder, name)
        if not isinstance(printed, dict):
            self.number(row, name, printed, expected, formula, slack)
            return
        self.number(row, name, at(printed, "value"), expected, formula, slack)
        for detail, value in details.items():
            shown = at(printed, detail)
            if isinstance(value, (str, bool)):
                self.same(row, f"{name}.{detail}", shown, value, formula)
            elif value is not ABSENT:
                self.number(row, f"{name}.{detail}", shown, value, formula)

    def sum(self, row, name, holder, own, formula, slack=0):
        """Compares a sum over items with its counts and the share that it has of the gross."""
        counts = {"counted": own.counted, "of": own.of}
        self.figure(row, name, holder, own.value, formula, slack, **counts)
        if own.counted < own.of and own.share is not None:
            shown = at(holder, f"{name}.gross_share")
            self.number(row, f"{name}.gross_share", shown, own.share, "gross counted ÷ gross × 100")

    def optional(self, row, name, holder, field, expected, formula, slack=0):
        """Compares a detail that json leaves out when it is unknown."""
        printed = at(at(holder, name), field)
        if printed is not ABSENT or expected is not None:
            self.number(row, f"{name}.{field}", printed, expected, formula, slack)


def at(holder, path):
    """The value at a dotted path; ABSENT without one."""
    for name in path.split("."):
        if not isinstance(holder, dict) or name not in holder:
            return ABSENT
        holder = holder[name]
    return holder


def only_apart(printed, expected):
    """What is in one of two sets alone."""
    if isinstance(printed, set) and isinstance(expected, set):
        return printed - expected, expected - printed
    return printed, expected


def plain(value):
    """The number of a figure."""
    return value.get("value", ABSENT) if isinstance(value, dict) else value

"""Tables as text: cells by the header above them, and the numbers that they begin with."""

import re
from decimal import Decimal

NUMBER = re.compile(r"^[<=>≤≥~ ]*([+-]?\d[\d,]*(?:\.\d+)?)")


def tables_in(text):
    """Every table of a text: lists of rows, each a dictionary by header."""
    lines, found = text.splitlines(), []
    for n, line in enumerate(lines):
        if n > 0 and line.startswith("──"):
            found.append(rows_below(lines[n - 1], line, lines[n + 1 :]))
    return found


def rows_below(header, rule, lines):
    """Rows below a rule, whose dashes are as wide as the columns."""
    spans = [match.span() for match in re.finditer("─+", rule)]
    names = [header[a:b].strip() for a, b in spans]
    rows = []
    for line in lines:
        if not line.strip():
            break
        cells = [line[a:b].strip() for a, b in widened(spans, line)]
        rows.append(dict(zip(names, cells)))
    return rows


def widened(spans, line):
    """Spans of cells: marks may stand in the gap after a column."""
    ends = [begin for begin, _ in spans[1:]] + [len(line)]
    return [(begin, end) for (begin, _), end in zip(spans, ends)]


def number_in(cell):
    """(number, decimals) that a cell begins with; None for a dash or other text."""
    match = NUMBER.match(cell)
    if match is None:
        return None
    text = match[1].replace(",", "")
    return Decimal(text), len(text.partition(".")[2])


def reads_as(cell, value):
    """Whether a cell shows a value to its last digit; a dash shows None."""
    shown = number_in(cell)
    if value is None or shown is None:
        return value is None and shown is None
    number, places = shown
    return abs(number - value) <= Decimal("0.5000001").scaleb(-places)

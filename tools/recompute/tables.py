"""Tables as text: the numbers below a heading end where it ends."""

import re
from decimal import Decimal

NUMBER = re.compile(r"^[<=>≤≥~]?([+-]?\d[\d,]*(?:\.\d+)?)([kM]?)%?$")
SCALES = {"": 0, "k": 3, "M": 6}


def rows_of(text, names):
    """(line, cells by heading) of each row below the line that has all headings."""
    lines = text.splitlines()
    for n, header in enumerate(lines):
        found = {name: re.search(rf"(?:^|\s\s){re.escape(name)}(?=\s\s|$)", header) for name in names}
        if all(found.values()):
            ends = {name: match.end() for name, match in found.items()}
            return rows_below(lines[n + 1 :], ends)
    return []


def rows_below(lines, ends):
    """Rows up to the first line without a number or a dash below each heading."""
    rows = []
    for line in lines:
        line = re.sub(r"– \(\d+ of \d+\)", lambda it: "–".rjust(len(it[0])), line)
        cells = {name: line[:end].split(" ")[-1] for name, end in ends.items()}
        if not all(cell == "–" or NUMBER.match(cell) for cell in cells.values()):
            break
        rows.append((line, cells))
    return rows


def reads_as(cell, value):
    """Whether a cell shows a value to its last digit; a dash shows None."""
    match = NUMBER.match(cell)
    if value is None or match is None:
        return value is None and match is None
    scale, text = SCALES[match[2]], match[1].replace(",", "")
    places = len(text.partition(".")[2]) - scale
    return abs(Decimal(text).scaleb(scale) - value) <= Decimal("0.5000001").scaleb(-places)

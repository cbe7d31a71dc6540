"""A value with what it rests on, and sums of such."""

from dataclasses import dataclass

from exact import ZERO


@dataclass
class Figure:
    """A value, or None; whether it is an estimate, and of a sum what it is over."""

    value: object
    about: bool = False
    counted: object = None
    of: object = None
    bound: object = None
    se: object = None
    # What a program in doubles may differ by
    slack: object = 0


def sum_of(parts, grows=False):
    """The sum of what is known of some figures; a lower bound if the others could only add to it.

    A part that is a sum itself counts as its parts.
    """
    parts = list(parts)
    known = [it for it in parts if it.value is not None]
    counted = sum(1 if it.counted is None else it.counted for it in known)
    of = sum(1 if it.of is None else it.of for it in parts)
    value = None if of and not counted else sum((it.value for it in known), ZERO)
    bound = "at_least" if grows and counted < of else None
    about = bound is not None or any(it.about for it in known)
    return Figure(value, about, counted, of, bound)


def added(values):
    """Sum of values; None if one of them is None."""
    values = list(values)
    return None if None in values else sum(values, ZERO)

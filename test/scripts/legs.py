#!/usr/bin/env python3
"""Sums the net PnL of legs.csv: carry positions list --performance -o csv > legs.csv

csv has one row per leg, and each repeats the figures of its position. A sum over all rows
counts every position once per leg. With pandas:

    legs = pandas.read_csv("legs.csv", dtype=str)
    positions = legs.drop_duplicates("position_id")
    positions["performance.net_pnl"].dropna().map(Decimal).sum()
"""

import csv
from decimal import Decimal

with open("legs.csv", newline="", encoding="utf-8") as file:
    legs = list(csv.DictReader(file))


def net_pnl(rows):
    return sum(Decimal(row["performance.net_pnl"] or 0) for row in rows)


positions = {row["position_id"]: row for row in legs}.values()
print("one row per position:", net_pnl(positions))
print("wrong, one row per leg:", net_pnl(legs))

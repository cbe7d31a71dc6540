#!/usr/bin/env python3
"""Prints the net PnL of the open positions by asset, with exact sums."""

import json
import subprocess
import sys
from collections import defaultdict
from decimal import Decimal


def carry(*words):
    """Returns the records, and the errors as objects, that carry prints."""
    done = subprocess.run(
        ["carry", *words, "-o", "ndjson"], capture_output=True, encoding="utf-8"
    )
    messages = [json.loads(line) for line in done.stderr.splitlines()]
    errors = [message["error"] for message in messages if "error" in message]
    if done.returncode != 0 and not errors:  # killed, before it could say so
        errors = [{"code": "KILLED", "message": "carry was killed", "retryable": True}]
    records = [json.loads(line, parse_float=Decimal) for line in done.stdout.splitlines()]
    return records, errors


positions, errors = carry("positions", "list", "--status", "open", "--performance")
for error in errors:
    print(f"{error['code']}: {error['message']}", file=sys.stderr)
if errors:
    sys.exit(75 if all(error["retryable"] for error in errors) else 1)  # 75: try again later

sums, unknown = defaultdict(Decimal), defaultdict(int)
for position in positions:
    asset, net_pnl = position["asset"], position["performance"]["net_pnl"]
    sums[asset] += net_pnl or 0
    unknown[asset] += net_pnl is None
for asset in sorted(sums, key=sums.get):
    print(asset, sums[asset], f"({unknown[asset]} unknown)" if unknown[asset] else "")

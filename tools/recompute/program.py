"""Runs carry as a process against the service, with directories of its own."""

import csv
import io
import json
import os
import shutil
import subprocess
import tempfile
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
FILE = os.environ.get("CARRY_BIN") or str(HERE / "bin" / "carry.js")
LONGEST = 120


class Failed(Exception):
    """The program ended in a way that nobody expects."""


class Program:
    """carry with a throw-away configuration, data, state and cache."""

    def __init__(self, world, url):
        self.file = FILE
        self.world = world
        self.directory = Path(tempfile.mkdtemp(prefix="recompute-"))
        self.calls = 0
        kept = {name: os.environ[name] for name in ("PATH", "SystemRoot") if name in os.environ}
        self.environment = kept | {
            "HOME": str(self.directory),
            "CARRY_BASE_URL": url,
            "CARRY_API_KEY": world.key,
            "CARRY_PORTFOLIO": world.portfolio,
            "NODE_OPTIONS": f"--require={HERE / 'test' / 'support' / 'frozen-clock.cjs'}",
            "NO_COLOR": "1",
            "TZ": "UTC",
        }
        for part in ("config", "data", "state", "cache"):
            self.environment[f"CARRY_{part.upper()}_DIR"] = str(self.directory / part)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        shutil.rmtree(self.directory, ignore_errors=True)

    def forget(self):
        """Empties the cache, as after a day without a call."""
        shutil.rmtree(self.directory / "cache", ignore_errors=True)

    def text(self, *argv, codes=(0,)):
        """Standard output of a command line."""
        self.calls += 1
        done = subprocess.run(
            ["node", self.file, *argv],
            env=self.environment | {"TEST_NOW": str(int(self.world.now))},
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        if done.returncode not in codes:
            raise Failed(f"carry {' '.join(argv)}: exit {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def json(self, *argv, codes=(0,)):
        """What a command prints with -o json; None if it prints nothing."""
        text = self.text(*argv, "-o", "json", codes=codes)
        return parse(text) if text.strip() else None

    def rows(self, *argv):
        """Rows of what a command prints with -o csv."""
        return list(csv.DictReader(io.StringIO(self.text(*argv, "-o", "csv"))))


def parse(text):
    """JSON with exact decimals."""
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)

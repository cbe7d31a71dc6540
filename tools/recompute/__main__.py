"""Recomputes what carry prints from the wire's JSON of made-up worlds.

python3 tools/recompute [--seed n] [--worlds n] [--only views,rank]
"""

import argparse
import importlib
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

from book import Book
from exact import exactly
from program import Failed, Program
from service import Service
from world.world import World

CHECKS = [
    *("views", "status", "rank", "compare", "rotate"),
    *("pnl", "tables", "details"),
]


def options():
    """The command line."""
    parser = argparse.ArgumentParser(prog="recompute", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first world (default: 1)")
    parser.add_argument("--worlds", type=int, default=1, help="how many worlds (default: 1)")
    parser.add_argument("--only", default=",".join(CHECKS), help="commands, separated by commas")
    parser.add_argument("--most", type=int, default=20, help="differences to show of a command")
    return parser.parse_args()


def check_world(seed, names, most):
    """Number of differences in a world; prints them."""
    started, world, failures = time.monotonic(), World(seed), 0
    compared = 0
    with Service(world) as service, Program(world, service.url) as program:
        if "pnl" in names:
            importlib.import_module("checks.pnl").record(world, program)
        book = Book(world, program)
        modules = [importlib.import_module(f"checks.{name}") for name in names]
        with ThreadPoolExecutor(2, initializer=exactly) as pool:
            for found in pool.map(lambda it: attempt(it, book), modules):
                if isinstance(found, Failed):
                    print(found)
                    failures += 1
                    continue
                compared += found.compared
                failures += len(found.found)
                for difference in found.found[:most]:
                    print(difference)
                if len(found.found) > most:
                    print(f"  … and {len(found.found) - most} more of {found.command}")
    took = time.monotonic() - started
    word = "nothing differs" if failures == 0 else f"{failures} differ"
    print(f"seed {seed}: {compared} figures, {program.calls} command lines, {took:.0f} s: {word}")
    return failures


def attempt(module, book):
    """What a check found, or why it could not be made."""
    try:
        return module.check(book)
    except Failed as failure:
        return failure
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # json has another shape
        return Failed(f"{module.__name__}: cannot be compared\n{traceback.format_exc(limit=-3)}")


def main():
    """Checks some worlds; 1 if anything differs."""
    asked = options()
    names = [it for it in asked.only.split(",") if it]
    unknown = [it for it in names if it not in CHECKS]
    if unknown:
        sys.exit(f"--only: there is no check of {', '.join(unknown)}; they are {', '.join(CHECKS)}")
    seeds = range(asked.seed, asked.seed + asked.worlds)
    failures = sum(check_world(seed, names, asked.most) for seed in seeds)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

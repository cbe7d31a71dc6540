"""carry rotate: the moves that count, and the best one of every position."""

from decimal import Decimal

from differences import ABSENT, Differences, at
from figures.ahead import NEAR, near
from figures.holding import is_doubtful
from figures.rotation import Rotation
from times import instant

FEES = {"5bps": Decimal("0.0005"), "0.5bps": Decimal("0.00005")}
F = "f of the new pair at the held size − f of what is held"


def check(book):
    """Compares the answers at two fees, and that about one position."""
    found = Differences("rotate")
    for text, fee in FEES.items():
        rotation = Rotation(book, book.open, fee)
        typed = () if text == "5bps" else ("--fee", text)
        check_answer(book, found, rotation, rotation.counted, *typed)
        check_answer(book, found, rotation, rotation.best, "--all", *typed)
    named = book.open[0]
    if not any(is_doubtful(it) for it in book.listed if it["position_id"] != named["position_id"]):
        alone = Rotation(book, [named], FEES["5bps"])  # the legs of the others are as listed
        check_answer(book, found, alone, alone.best, named["position_id"])
    return found


def check_answer(book, found, rotation, own, *argv):
    """Compares rows and totals of a command line."""
    found.command = " ".join(("rotate", *argv))
    answer = book.program.json("rotate", *argv)
    rows = {row["position_id"]: row for row in answer["rows"]}
    all_of = set(own) if own is rotation.counted else set(rotation.candidates)
    found.same("", "rows", set(rows), all_of, "chance of 80 % or more; with --all every position")
    for key in set(rows) & all_of:
        check_row(book, found, rows[key], own.get(key))
    shown = [row["position_id"] for row in answer["rows"] if row["position_id"] in rotation.counted]
    found.same("", "order", shown, list(rotation.counted), "by f − fees, those that count first")
    totals = answer["totals"]
    found.same("totals", "moves", totals["moves"], len(rotation.counted), "number that counts")
    gain, scale = rotation.gain(), sum(abs(it.said.f()) for it in rotation.counted.values())
    found.figure("totals", "gain", totals, gain, "Σ f ÷ 7", near(scale))
    record = rotation.ahead.record or ABSENT
    found.same("totals", "record", at(totals, "record"), record, "last week's ranges that held")
    is_assumed = "--fee" not in argv and any(it in own for it in rows)
    found.same("inputs", "fee_assumed", answer["inputs"]["fee_assumed"], is_assumed, "no --fee")


def check_row(book, found, row, move):
    """Compares the move of a position."""
    name = f"{row['asset']} {row['position_id'][:8]}"
    if move is None:
        found.same(name, "next_7d", at(row, "next_7d.value"), None, "no other pair")
        found.same(name, "long", row["long"], None, "no other pair")
        return
    names = {it.id: f"{it.exchange}:{it.symbol}" for it in book.world.markets}
    to = (names.get(move.long), names.get(move.short))
    found.same(name, "to", (row["long"], row["short"]), to, "largest f − fees, else likeliest")
    if (row["long"], row["short"]) != to:
        return
    found.same(name, "reverse", row["reverse"], move.is_reverse, "each leg to the other side")
    formula = "Σ changed legs notional × (fee out + fee in)"
    found.figure(name, "fees", row, move.fees, formula)
    f = move.said.f()
    if not move.said.has_range:
        found.figure(name, "next_7d", row, f, F, near(f))
        found.same(name, "next_7d_chance", at(row, "next_7d_chance.value"), None, "no range")
        return
    s = move.said.q * move.said.s()
    slack = near(sum(abs(Decimal(w)) for _, w in move.said.parts) * NEAR + abs(f) + s)
    found.figure(name, "next_7d", row, f, F, slack)
    found.figure(name, "next_7d_low", row, f - s, "f − q·s", slack)
    found.figure(name, "next_7d_high", row, f + s, "f + q·s", slack)
    chance = Decimal(move.chance)
    found.figure(name, "next_7d_chance", row, chance, "Φ((f − fees) ÷ (s·q ÷ 1.2816))", NEAR)
    back = row["back_by"]
    found.same(name, "back_by", back and instant(back), move.back_by(), "E + h days, 80 %")

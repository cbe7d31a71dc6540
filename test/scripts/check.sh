#!/usr/bin/env bash
# Checks the portfolio, and acts on the exit code.
report=$(carry check --quiet 2>&1)
code=$?
case $code in
  0) echo "nothing needs attention" ;;
  10) printf 'needs attention:\n%s\n' "$report" ;;
  11) printf 'unknown:\n%s\n' "$report" ;;
  3) echo "no API key, or it was refused: carry auth login" >&2 ;;
  4) echo "there is no such portfolio: carry profile show --resolved" >&2 ;;
  6 | 7) printf 'try again later: %s\n' "$report" >&2 ;;
  129 | 130 | 131 | 143) echo "ended by a signal" >&2 ;;
  *) printf 'carry failed with exit code %s: %s\n' "$code" "$report" >&2 ;;
esac
exit "$code"

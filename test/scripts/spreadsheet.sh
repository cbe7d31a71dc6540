#!/usr/bin/env bash
# Writes a csv file for Excel: the byte order mark that the setting gives it lets Excel read UTF-8.
# Numbers have a decimal point: choose English (US) for the import.
set -euo pipefail
carry profile set csv excel
carry positions list --performance -o csv > positions.csv

#!/usr/bin/env bash
# Writes a csv file for a spreadsheet whose lists are separated by ; as in most of Europe. The byte
# order mark lets it read UTF-8. Numbers have a decimal point: choose English (US) for the import.
set -euo pipefail
carry positions list --performance -o csv --delimiter ';' --bom > positions.csv

#!/usr/bin/env bash
# Writes all positions to positions.ndjson. Run again after any end, also kill -9 or a loss of
# power, it continues: no line is missing, and none is there twice.
set -u
[ -e positions.cursor ] || : > positions.part # nothing to continue: begin an empty file
until carry positions list --performance -o ndjson --cursor-file positions.cursor >> positions.part
do
  code=$?
  # Killed after the last line, it is complete: the cursor is gone, too.
  if [ "$code" = 137 ] && [ ! -e positions.cursor ] && [ -s positions.part ]; then break; fi
  case $code in
    6 | 7 | 137) sleep "${PAUSE:-30}" ;; # the service is busy or down, or carry was killed
    *) exit "$code" ;;
  esac
done
mv positions.part positions.ndjson

#!/bin/sh
# Shows an event on the desktop.
case $CARRY_EVENT in alert | blind) urgency=critical ;; *) urgency=normal ;; esac
notify-send --urgency "$urgency" --app-name carry -- carry "$CARRY_SUMMARY"

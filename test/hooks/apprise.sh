#!/bin/sh
# Sends an event by Apprise, which knows a hundred services. APPRISE_URL is one of its addresses.
case $CARRY_EVENT in alert | blind) type=failure ;; resolved) type=success ;; *) type=info ;; esac
apprise --notification-type "$type" --title carry --body "$CARRY_SUMMARY" "$APPRISE_URL"

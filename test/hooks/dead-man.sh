#!/bin/sh
# Pings a dead man's switch with each heartbeat, and gives every other event to another script. The
# switch alerts you when no ping came for a while: when this computer, its network or carry is down.
case $CARRY_EVENT in
  heartbeat) curl --silent --show-error --fail --max-time 10 --output /dev/null "$PING_URL" ;;
  *) exec "$(dirname "$0")/ntfy.sh" ;;
esac

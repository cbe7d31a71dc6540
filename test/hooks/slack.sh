#!/bin/sh
# Sends an event to a channel of Slack. SLACK_URL is the address of an incoming webhook.
body=$(jq --compact-output '{text: (
  .summary | gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;")
)}') || exit
printf %s "$body" | curl --silent --show-error --fail --max-time 10 --output /dev/null \
  --header 'Content-Type: application/json' --data-binary @- "$SLACK_URL"

#!/bin/sh
# Sends an event by a bot of Telegram. TELEGRAM_URL is https://api.telegram.org/bot<token>.
body=$(jq --compact-output --arg chat "$TELEGRAM_CHAT" \
  '{chat_id: $chat, text: .summary}') || exit
printf %s "$body" | curl --silent --show-error --fail --max-time 10 --output /dev/null \
  --header 'Content-Type: application/json' --data-binary @- "$TELEGRAM_URL/sendMessage"

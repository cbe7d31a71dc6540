#!/bin/sh
# Mails an event. SMTP_URL is the mail server, such as smtps://smtp.example.com; for one that asks who
# sends, curl takes user and password from ~/.netrc.
set -eu
# The same for every attempt, so that a mail that comes twice is seen as one.
id=$(jq --raw-output '"\(.event) \(.rule) \(.position_id) \(.since)"' | sha256sum | cut -c 1-16)
{
  printf 'From: carry <%s>\r\nTo: <%s>\r\n' "$MAIL_FROM" "$MAIL_TO"
  # Non-ASCII characters in a subject are written as RFC 2047 says.
  printf 'Subject: =?UTF-8?B?%s?=\r\n' "$(printf %s "$CARRY_SUMMARY" | base64 | tr -d '\n')"
  printf 'Message-ID: <%s.%s@carry>\r\n' "$CARRY_EVENT" "$id"
  printf 'Date: %s\r\n' "$(date -R)"
  printf 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n' "$CARRY_SUMMARY"
} | curl --silent --show-error --max-time 20 --netrc-optional \
  --mail-from "$MAIL_FROM" --mail-rcpt "$MAIL_TO" --upload-file - "$SMTP_URL"

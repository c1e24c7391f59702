#!/usr/bin/env bash
# Receives one signed webhook on standard input and answers on standard output, for whatever accepts connections:
#   socat TCP-LISTEN:8090,bind=127.0.0.1,reuseaddr,fork EXEC:./receive.sh
# WEBHOOK_SECRET is the secret (whsec_…). A webhook that is verified, and was not here before, is written to a file named
# after its id in the folder INBOX (default: ./inbox). Needs bash, openssl and od.
set -euo pipefail
export LC_ALL=C

secret=${WEBHOOK_SECRET:?set WEBHOOK_SECRET to whsec_…}
inbox=${INBOX:-inbox}
tolerance=300
largest_body=1048576

answer() {
  printf 'HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$1"
  [ -z "${2:-}" ] || printf 'webhook refused: %s\n' "$2" >&2
  exit 0
}

declare -A header
IFS= read -r request
while IFS= read -r line && line=${line%$'\r'} && [ -n "$line" ]; do
  name=${line%%:*}
  value=${line#*:}
  header[${name,,}]=${value# }
done

case $request in
  'POST '*) ;;
  *) answer '405 Method Not Allowed' ;;
esac
length=${header[content-length]:-}
case $length in
  '' | *[!0-9]*) answer '411 Length Required' ;;
esac
[ "${#length}" -le 7 ] && [ "$length" -le $largest_body ] || answer '413 Content Too Large'

body=$(mktemp)
trap 'rm -f "$body"' EXIT
head -c "$length" >"$body"
[ "$(wc -c <"$body")" -eq "$length" ] || answer '400 Bad Request' 'the body is incomplete'

id=${header[webhook-id]:-}
timestamp=${header[webhook-timestamp]:-}
# The id becomes the name of a file.
case $id in
  '' | .* | *[!A-Za-z0-9._-]*) answer '401 Unauthorized' 'webhook-id is missing or has unusual characters' ;;
esac
case $timestamp in
  '' | *[!0-9]*) answer '401 Unauthorized' 'webhook-timestamp is not a number of seconds' ;;
esac
age=$(($(date +%s) - 10#$timestamp))
[ "${age#-}" -le $tolerance ] || answer '401 Unauthorized' "it was signed $age s ago"

key=$(printf '%s' "${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$id" "$timestamp" && cat "$body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
verified=''
for signature in ${header[webhook-signature]:-}; do
  [ "$signature" != "v1,$expected" ] || verified=yes
done
[ -n "$verified" ] || answer '401 Unauthorized' 'the signature is wrong'

# A link to a name that exists fails: of two equal webhooks, only one is processed.
mkdir -p "$inbox"
complete=$inbox/.$id.$$
cp "$body" "$complete"
ln "$complete" "$inbox/$id" 2>/dev/null || true
rm -f "$complete"
answer '204 No Content'

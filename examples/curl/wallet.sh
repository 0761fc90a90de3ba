#!/usr/bin/env bash
# A walk through the wallet: two users get one, the first taps coins, offers some to the second, who accepts; then both see it.
# Usage: examples/curl/wallet.sh [BASE_URL]   (start the node first: npm start)
set -euo pipefail
base=${1:-http://127.0.0.1:7575}

# The development login: whoever knows the secret "unsafe" is whichever user the token names.
b64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }
now=$(date +%s)
token() {
  local head body
  head=$(printf '{"alg":"HS256","typ":"JWT"}' | b64url)
  body=$(printf '{"sub":"%s","aud":"https://canton.network.global","iat":%d,"exp":%d}' "$1" "$now" $((now + 3600)) | b64url)
  printf '%s.%s.%s' "$head" "$body" "$(printf '%s.%s' "$head" "$body" | openssl dgst -sha256 -hmac unsafe -binary | b64url)"
}

# as USER METHOD PATH [BODY]: prints the answer, fails on a status other than 2xx
as() {
  curl --silent --show-error --fail-with-body -X "$2" "$base$3" \
    -H "Authorization: Bearer $(token "$1")" -H 'Content-Type: application/json' ${4:+--data "$4"}
  echo
}
field() { node -e 'const o = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval("o" + process.argv[1]))' "$1"; }
anna=anna-$now-$$
ben=ben-$now-$$

echo "# Two users get a wallet each, which is a party and an install contract"
as "$anna" POST /v0/register | field .party_id
benParty=$(as "$ben" POST /v0/register | field .party_id)
echo "$benParty"

echo "# Ten US dollars for the first: a tap's amount is in USD, at 0.005 USD per CC that is 2,000 CC"
as "$anna" POST /v0/wallet/tap "{\"amount\":\"10.0\",\"command_id\":\"tap-$now-$$\"}" | field '.contract_id.length > 0'
as "$anna" GET /v0/wallet/balance | field .effective_unlocked_qty

echo "# An offer of 25.5 CC to the second; expires_at is in microseconds, the tracking id makes it safe to repeat"
as "$anna" POST /v0/wallet/transfer-offers "{\"receiver_party_id\":\"$benParty\",\"amount\":\"25.5\",\"description\":\"lunch\",
  \"expires_at\":$(((now + 600) * 1000000)),\"tracking_id\":\"lunch-$now-$$\"}" | field '.offer_contract_id.length > 0'

echo "# The second accepts; the first's wallet then pays by itself"
offer=$(as "$ben" GET /v0/wallet/transfer-offers | field '.offers[0].contract_id')
as "$ben" POST "/v0/wallet/transfer-offers/$offer/accept" | field '.accepted_offer_contract_id.length > 0'
for _ in $(seq 50); do
  status=$(as "$anna" POST "/v0/wallet/transfer-offers/lunch-$now-$$/status" | field .status)
  [ "$status" = completed ] && break
  sleep 0.2
done
echo "$status"

echo "# What both have now, and the second's history"
as "$anna" GET /v0/wallet/balance | field .effective_unlocked_qty
as "$ben" GET /v0/wallet/balance | field .effective_unlocked_qty
as "$ben" POST /v0/wallet/transactions '{"page_size":10}' |
  field '.items.map((item) => `${item.transaction_type} ${item.receivers[0]?.amount}`).join(", ")'

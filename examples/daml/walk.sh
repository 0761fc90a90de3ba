#!/usr/bin/env bash
# Daml code in a running node: uploads iou.dar, lets a bank issue an Iou, splits it, and gives one part to somebody who accepts it.
# Usage: examples/daml/walk.sh [BASE_URL]   (start the node first: npm start)
set -euo pipefail
base=${1:-http://127.0.0.1:7575}
here=$(cd "$(dirname "$0")" && pwd)

# The development login: a token signed with the well-known secret "unsafe". A real node has an identity provider instead.
b64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }
now=$(date +%s)
head=$(printf '{"alg":"HS256","typ":"JWT"}' | b64url)
body=$(printf '{"sub":"ledger-api-user","aud":"https://canton.network.global","iat":%d,"exp":%d}' "$now" $((now + 3600)) | b64url)
sign=$(printf '%s.%s' "$head" "$body" | openssl dgst -sha256 -hmac unsafe -binary | b64url)
token=$head.$body.$sign

# ask METHOD PATH [BODY]: prints the answer, whatever its status
ask() {
  curl --silent --show-error -X "$1" "$base$2" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' ${3:+--data "$3"}
  echo
}
field() { node -e 'const o = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval("o" + process.argv[1]))' "$1"; }
party() { ask POST /v2/parties "{\"partyIdHint\":\"$1-$now-$$\",\"userId\":\"ledger-api-user\"}" | field .partyDetails.party; }

# submit ID ACT_AS COMMAND: prints the answer with the transaction
submit() {
  ask POST /v2/commands/submit-and-wait-for-transaction "{\"commands\":{\"commandId\":\"$1-$now-$$\",\"actAs\":$2,\"commands\":[$3]}}"
}
exercise() { printf '{"ExerciseCommand":{"templateId":"%s","contractId":"%s","choice":"%s","choiceArgument":%s}}' "$1" "$2" "$3" "$4"; }
# the contract ids that a transaction created, in order
created() { field '.transaction.events.flatMap((e) => e.CreatedEvent ? [e.CreatedEvent.contractId] : []).join("\n")'; }

echo "# The DAR; uploading it again changes nothing"
curl --silent --show-error --fail-with-body -X POST "$base/v2/dars" -H "Authorization: Bearer $token" --data-binary "@$here/iou.dar"
echo

bank=$(party bank) alice=$(party alice) bob=$(party bob)
iou='#iou-example:Iou:Iou' offer='#iou-example:Iou:IouOffer'

echo "# The bank and alice make an Iou of 10"
first=$(submit issue "[\"$bank\",\"$alice\"]" "{\"CreateCommand\":{\"templateId\":\"$iou\",\"createArguments\":
  {\"issuer\":\"$bank\",\"owner\":\"$alice\",\"currency\":\"USD\",\"amount\":\"10.0\"}}}" | created)
echo "made"

echo "# More than there is cannot be split off: the error is the one of the Daml code"
submit too-much "[\"$alice\"]" "$(exercise "$iou" "$first" Iou_Split '{"splitAmount":"12.5"}')" | field '.context.error_id + ": " + o.cause'

echo "# Alice splits off 2.5"
read -r -d '' small rest < <(submit split "[\"$alice\"]" "$(exercise "$iou" "$first" Iou_Split '{"splitAmount":"2.5"}')" | created) || true
[ "$small" != "$rest" ] && echo "two"

echo "# She offers them to bob, who accepts"
offered=$(submit offer "[\"$alice\"]" "$(exercise "$iou" "$small" Iou_Offer "{\"newOwner\":\"$bob\"}")" | created)
submit accept "[\"$bob\"]" "$(exercise "$offer" "$offered" IouOffer_Accept '{}')" |
  field '.transaction.events.flatMap((e) => e.CreatedEvent ? [e.CreatedEvent.createArgument.amount] : []).join(" ")'

echo "# Who has how much"
end=$(ask GET /v2/state/ledger-end | field .offset)
ask POST /v2/state/active-contracts "{\"activeAtOffset\":$end,\"eventFormat\":{\"filtersByParty\":{\"$bank\":{\"cumulative\":[]}},\"verbose\":false}}" |
  field '.map((c) => c.contractEntry.JsActiveContract.createdEvent.createArgument).map((a) => a.owner.split("-")[0] + " " + a.amount).sort().join(", ")'

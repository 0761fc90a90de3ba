#!/usr/bin/env bash
# A walk through the HTTP interface: a party, a command, its completion, the transaction and the contract; the same over a
# websocket; then a user with rights, an identity provider and a DAR.
# Usage: examples/curl/walk.sh [BASE_URL]   (start the node first: npm start)
set -euo pipefail
base=${1:-http://127.0.0.1:7575}

# The development login: a token signed with the well-known secret "unsafe". A real node has an identity provider instead.
b64url() { base64 | tr -d '\n=' | tr '+/' '-_'; }
now=$(date +%s)
head=$(printf '{"alg":"HS256","typ":"JWT"}' | b64url)
body=$(printf '{"sub":"ledger-api-user","aud":"https://canton.network.global","iat":%d,"exp":%d}' "$now" $((now + 3600)) | b64url)
sign=$(printf '%s.%s' "$head" "$body" | openssl dgst -sha256 -hmac unsafe -binary | b64url)
token=$head.$body.$sign

# ask METHOD PATH [BODY]: prints the answer, fails on a status other than 2xx
ask() {
  curl --silent --show-error --fail-with-body -X "$1" "$base$2" \
    -H "Authorization: Bearer $token" -H 'Content-Type: application/json' ${3:+--data "$3"}
  echo
}
field() { node -e 'const o = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(eval("o" + process.argv[1]))' "$1"; }

echo "# The version"
ask GET /v2/version | field .version

echo "# A party; the user of the token may act for it"
party=$(ask POST /v2/parties "{\"partyIdHint\":\"walker-$now-$$\",\"userId\":\"ledger-api-user\"}" | field .partyDetails.party)
echo "$party"

echo "# Where the ledger ends now"
before=$(ask GET /v2/state/ledger-end | field .offset)
echo "$before"

echo "# A command, without waiting for it"
ping='#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping'
commands="{\"commandId\":\"walk-$now-$$\",\"actAs\":[\"$party\"],\"commands\":[{\"CreateCommand\":{\"templateId\":\"$ping\",
  \"createArguments\":{\"id\":\"hello\",\"initiator\":\"$party\",\"responder\":\"$party\"}}}]}"
ask POST /v2/commands/async/submit "$commands"

echo "# Repeat it: a duplicate, told to whoever waits"
curl --silent -X POST "$base/v2/commands/submit-and-wait" -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' --data "$commands" | field .code

echo "# Completions: the acceptance, then the duplicate"
ask POST /v2/commands/completions "{\"userId\":\"ledger-api-user\",\"parties\":[\"$party\"],\"beginExclusive\":$before}" |
  field '.flatMap((c) => c.completionResponse.Completion ? [c.completionResponse.Completion.value.status.code] : []).join(" ")'

echo "# The transaction"
format="{\"filtersByParty\":{\"$party\":{\"cumulative\":[]}},\"verbose\":false}"
end=$(ask GET /v2/state/ledger-end | field .offset)
ask POST /v2/updates "{\"beginExclusive\":$before,\"endInclusive\":$end,\"updateFormat\":{\"includeTransactions\":
  {\"transactionShape\":\"TRANSACTION_SHAPE_ACS_DELTA\",\"eventFormat\":$format}}}" |
  field '.flatMap((u) => u.update.Transaction ? u.update.Transaction.value.events : []).map((e) => Object.keys(e)[0]).join(" ")'

echo "# The contract, active at the end of the ledger"
contract=$(ask POST /v2/state/active-contracts "{\"activeAtOffset\":$end,\"eventFormat\":$format}" |
  field '[0].contractEntry.JsActiveContract.createdEvent.contractId')
echo "$contract"

echo "# The responder answers, which archives it"
ask POST /v2/commands/submit-and-wait "{\"commandId\":\"answer-$now-$$\",\"actAs\":[\"$party\"],\"commands\":[{\"ExerciseCommand\":
  {\"templateId\":\"$ping\",\"contractId\":\"$contract\",\"choice\":\"Respond\",\"choiceArgument\":{}}}]}" | field '.completionOffset > 0'

echo "# Nothing is active any more"
end=$(ask GET /v2/state/ledger-end | field .offset)
ask POST /v2/state/active-contracts "{\"activeAtOffset\":$end,\"eventFormat\":$format}" | field .length

echo "# The same history over a websocket"
node "$(dirname "$0")/follow.js" "$base" "$token" "$party" "$before" "$end"

echo "# A user who may read for the party"
user=reader-$now-$$
ask POST /v2/users "{\"user\":{\"id\":\"$user\"},\"rights\":[{\"kind\":{\"CanReadAs\":{\"value\":{\"party\":\"$party\"}}}}]}" | field .user.id
ask POST "/v2/users/$user/rights" "{\"userId\":\"$user\",\"rights\":[{\"kind\":{\"CanActAs\":{\"value\":{\"party\":\"$party\"}}}}]}" |
  field '.newlyGrantedRights.length'
ask GET "/v2/users/$user/rights" | field '.rights.map((r) => Object.keys(r.kind)[0]).sort().join(" ")'

echo "# An identity provider, which is asked for keys when its first token comes"
idp=provider-$now-$$
ask POST /v2/idps "{\"identityProviderConfig\":{\"identityProviderId\":\"$idp\",\"issuer\":\"https://$idp.example.com\",
  \"jwksUrl\":\"https://$idp.example.com/jwks.json\",\"audience\":\"https://ledger.example.com\"}}" |
  field .identityProviderConfig.identityProviderId
ask PATCH "/v2/idps/$idp" "{\"identityProviderConfig\":{\"identityProviderId\":\"$idp\",\"isDeactivated\":true},
  \"updateMask\":{\"paths\":[\"is_deactivated\"]}}" | field .identityProviderConfig.isDeactivated
ask DELETE "/v2/idps/$idp"

echo "# A DAR: checked, uploaded, known under its package id"
send() { curl --silent --show-error --fail-with-body -X POST "$base$1" -H "Authorization: Bearer $token" --data-binary "@$2"; echo; }
dar=$(dirname "$0")/example.dar
send /v2/dars/validate "$dar"
send /v2/dars "$dar"
ask POST /v2/package-vetting/list '{}' |
  field '.vettedPackages.flatMap((v) => v.packages).filter((p) => p.packageName === "walk-example").map((p) => p.packageVersion).join(" ")'

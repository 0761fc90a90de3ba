#!/usr/bin/env bash
# A template of one's own over HTTP: write a note, amend it, read what is active.
# Usage: examples/curl/notes.sh [BASE_URL]   (start the node first: npm start -- --packages examples/curl/notes.js)
set -euo pipefail
base=${1:-http://127.0.0.1:7575}
token=$(node -e '
const b = (o) => Buffer.from(JSON.stringify(o)).toString("base64url");
const t = b({ alg: "HS256", typ: "JWT" }) + "." +
  b({ sub: "ledger-api-user", aud: "https://canton.network.global", exp: Math.floor(Date.now() / 1000) + 3600 });
console.log(t + "." + require("crypto").createHmac("sha256", "unsafe").update(t).digest("base64url"));')
ask() {
  curl --silent --show-error --fail-with-body -X "$1" "$base$2" \
    -H "Authorization: Bearer $token" -H 'Content-Type: application/json' ${3:+--data "$3"}
  echo
}

hint=author-$(date +%s)-$$
author=$(ask POST /v2/parties "{\"partyIdHint\":\"$hint\",\"userId\":\"ledger-api-user\"}" | grep -o "$hint::[0-9a-f]*" | head -1)
everything="{\"filtersByParty\":{\"$author\":{\"cumulative\":[]}},\"verbose\":false}"

written=$(ask POST /v2/commands/submit-and-wait-for-transaction "{\"commands\":{
  \"commandId\":\"write-$hint\",\"actAs\":[\"$author\"],\"commands\":[{\"CreateCommand\":{
    \"templateId\":\"#notes:Notes:Note\",
    \"createArguments\":{\"author\":\"$author\",\"reader\":\"$author\",\"words\":\"first\"}}}]}}")
note=$(grep -o '"contractId":"[0-9a-f]*"' <<<"$written" | head -1 | cut -d'"' -f4)

ask POST /v2/commands/submit-and-wait "{\"commandId\":\"amend-$hint\",\"actAs\":[\"$author\"],\"commands\":[{\"ExerciseCommand\":{
  \"templateId\":\"#notes:Notes:Note\",\"contractId\":\"$note\",\"choice\":\"Amend\",\"choiceArgument\":{\"words\":\"second\"}}}]}" >/dev/null

end=$(ask GET /v2/state/ledger-end | grep -o '[0-9]*')
ask POST /v2/state/active-contracts "{\"activeAtOffset\":$end,\"eventFormat\":$everything}" | grep -o '"words":"[a-z]*"'

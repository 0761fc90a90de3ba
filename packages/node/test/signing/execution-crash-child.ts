// Executes prepared transactions as fast as it can until it is killed, and says which it had
// signed before and which were acknowledged.
import { appendFileSync, writeFileSync } from "node:fs";
import type {
  ExecuteSubmission,
  PreparedSubmissionToSign,
} from "../../src/ledger/external-signing.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { optionsOf, pingBy, rightOf } from "../test-ledger.js";
import { onboard, prepared, signed } from "./external-wallet.js";

const [data = "", requests = "", count = "0"] = process.argv.slice(2);
const config = { snapshotEveryEvents: 20, projectorThread: "main" as const };
const ledger = rightOf(await openLedger(optionsOf({ data, config })));
const alice = await onboard(ledger, "alice");
const all: Array<{ toSign: PreparedSubmissionToSign; request: ExecuteSubmission }> = [];
for (let at = 0; at < Number(count); at++) {
  const toSign = await prepared(ledger, pingBy(alice.party, `signed-${at}`));
  all.push({ toSign, request: signed(toSign, alice) });
}
writeFileSync(requests, `${alice.party}\n`);
for (const { toSign, request } of all) {
  const [signature] = request.signatures[0]?.signatures ?? [];
  const parts = [toSign.preparedTransaction, signature?.bytes ?? new Uint8Array()];
  const texts = parts.map((bytes) => Buffer.from(bytes).toString("base64"));
  appendFileSync(requests, `${[...texts, signature?.signedBy].join(" ")}\n`);
}
for (const { request } of all) {
  const { updateId } = rightOf(await ledger.executeSubmissionAndWait(request));
  process.stdout.write(`done ${updateId}\n`);
}

import { createSigned, onboard } from "./flow.js";
import { developmentToken, nodeClient } from "./node-client.js";
import { newOfflineSigner } from "./offline-signer.js";

const user = "ledger-api-user";
const base = process.argv[2] ?? "http://127.0.0.1:7575";
const node = nodeClient(base, developmentToken(user));
const signer = newOfflineSigner((line) => console.log(`  ${line}`));

console.log("The signer is shown what makes the party:");
const party = await onboard(node, signer, user);
console.log("The signer is shown what it signs:");
const updateId = await createSigned(node, signer, party);
console.log(`Executed as update ${updateId}`);

// Daml code in a program of your own: node examples/daml/library.js
import assert from "node:assert/strict";
import { LedgerFailure, openLedger, orThrow, readDar } from "@tallystick/node";

const dar = await readDar(new URL("iou.dar", import.meta.url));
const ledger = orThrow(await openLedger({ packages: [dar] }));
const party = async (partyIdHint) => orThrow(await ledger.allocateParty({ partyIdHint })).party;
const [bank, alice, bob] = [await party("bank"), await party("alice"), await party("bob")];
const [iou, offer] = ["#iou-example:Iou:Iou", "#iou-example:Iou:IouOffer"];

/** Submits one command; gives what it answered. */
const submit = async (actAs, command) => {
  const commandId = `command-${ledger.ledgerEnd()}`;
  const submission = { commandId, actAs, userId: "library", commands: [command] };
  return orThrow(await ledger.submitAndWait(submission)).results[0];
};

const exercise = (templateId, contractId, choice, choiceArgument) => ({
  kind: "ExerciseCommand",
  templateId,
  contractId,
  choice,
  choiceArgument,
});

const issued = await submit([bank, alice], {
  kind: "CreateCommand",
  templateId: iou,
  createArguments: { issuer: bank, owner: alice, currency: "USD", amount: "10.0" },
});

// what the Daml code refuses has the id it gives
const tooMuch = exercise(iou, issued, "Iou_Split", { splitAmount: "12.5" });
await assert.rejects(submit([alice], tooMuch), (thrown) => {
  assert.ok(thrown instanceof LedgerFailure);
  assert.equal(thrown.code, "DAML_FAILURE");
  assert.equal(thrown.error.context.error_id, "IOU_TOO_SMALL");
  return true;
});

const split = exercise(iou, issued, "Iou_Split", { splitAmount: "2.5" });
const { _1: small, _2: rest } = await submit([alice], split);
const offered = await submit([alice], exercise(iou, small, "Iou_Offer", { newOwner: bob }));
await submit([bob], exercise(offer, offered, "IouOffer_Accept", {}));

const worth = exercise(iou, rest, "Iou_Worth", { price: "3.0", reader: alice });
console.log("alice has this much of another currency left:", await submit([alice], worth));
await ledger.close();

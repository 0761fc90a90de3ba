// A ledger inside a script: issue, pay, transfer, settle, and look at balances now and then.
import assert from "node:assert/strict";
import { type Decimal, numeric } from "@tallystick/core";
import { type Ledger, LedgerFailure, openLedger, orThrow, step } from "@tallystick/node";
import { Iou, iouPackage, Pay, Settle, Transfer } from "./iou.js";

/** The IOUs a party owns at an offset. */
const holdings = async (ledger: Ledger, owner: string, at = ledger.ledgerEnd()) =>
  orThrow(await ledger.active(Iou, { party: owner, at })).filter(
    ({ payload }) => payload.owner === owner,
  );

const balance = async (ledger: Ledger, owner: string, at?: number): Promise<Decimal> =>
  (await holdings(ledger, owner, at)).reduce(
    (sum, { payload }) => sum.plus(payload.amount),
    numeric("0"),
  );

const run = async (ledger: Ledger): Promise<void> => {
  const partyOf = async (partyIdHint: string): Promise<string> =>
    orThrow(await ledger.allocateParty({ partyIdHint })).party;
  const [bank, alice, bob] = [await partyOf("bank"), await partyOf("alice"), await partyOf("bob")];

  const iou = { issuer: bank, owner: alice, currency: "USD", amount: "100" };
  const issued = orThrow(await ledger.create(Iou, iou, { actAs: bank, commandId: "issue" }));

  const paid = { receiver: bob, amount: "30.25" };
  const split = orThrow(await ledger.exercise(Pay, issued.contractId, paid, { actAs: alice }));
  assert.equal(split.result.length, 2, "what was paid, and the rest");
  assert.ok((await balance(ledger, alice)).equals("69.75"));

  const [rest] = await holdings(ledger, alice);
  assert.ok(rest);
  orThrow(await ledger.exercise(Transfer, rest.contractId, { newOwner: bob }, { actAs: alice }));
  assert.ok((await balance(ledger, bob)).equals("100"));
  assert.ok((await balance(ledger, alice, issued.offset)).equals("100"), "the past stays readable");

  // several commands take effect together, and answer in their order
  const more = { ...iou, owner: bob, amount: "1" };
  const { results } = orThrow(
    await ledger.transact([step.create(Iou, more), step.create(Iou, { ...more, amount: "2" })], {
      actAs: bank,
    }),
  );
  const [one, two] = results;
  const others = (await holdings(ledger, bob)).map(({ contractId }) => contractId);
  const mergeWith = others.filter((contractId) => contractId !== one.contractId);
  assert.ok(mergeWith.includes(two.contractId));
  const settling = { actAs: bob, commandId: "settle" };
  const settled = orThrow(await ledger.exercise(Settle, one.contractId, { mergeWith }, settling));
  assert.equal(settled.result.toString(), "103.0000000000");
  assert.ok((await balance(ledger, bob)).equals("0"));

  // the same change again has no effect
  const again = await ledger
    .exercise(Settle, one.contractId, { mergeWith }, settling)
    .then(orThrow)
    .catch((thrown: unknown) => thrown);
  assert.ok(again instanceof LedgerFailure && again.code === "DUPLICATE_COMMAND");
};

// a folder as argument keeps the ledger there; without one it lives in memory
const data = process.argv[2];
const ledger = orThrow(
  await openLedger({ packages: [iouPackage], ...(data === undefined ? {} : { data }) }),
);
try {
  await run(ledger);
  console.log(`issued, paid, transferred and settled; the journal ends at ${ledger.ledgerEnd()}`);
} finally {
  await ledger.close();
}

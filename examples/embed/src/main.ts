// A ledger inside a script: issue, transfer, pay, settle, and look at balances now and then.
import assert from "node:assert/strict";
import {
  type Command,
  commandsOf,
  isNumericUnits,
  type Numeric,
  numericFromText,
  numericToText,
} from "@tallystick/core";
import { type Committed, type Ledger, openLedger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { Iou, iouPackage, Pay, Settle, Transfer } from "./iou.js";

const { create, exercise } = commandsOf(iouPackage);

const amountOf = (text: string): Numeric => {
  const amount = numericFromText(text);
  if (isLeft(amount)) throw new Error(amount.left.reason);
  return amount.right;
};

const newParty = async (ledger: Ledger, partyIdHint: string): Promise<string> => {
  const allocated = await ledger.allocateParty({ partyIdHint });
  if (isLeft(allocated)) throw new Error(allocated.left.cause);
  return allocated.right.party;
};

const submit = async (
  ledger: Ledger,
  commandId: string,
  actAs: string,
  command: Command,
): Promise<Committed> => {
  const done = await ledger.submitAndWait({
    commandId,
    userId: "example",
    actAs: [actAs],
    commands: [command],
  });
  if (isLeft(done)) throw new Error(`${done.left.code}: ${done.left.cause}`);
  return done.right;
};

interface Held {
  readonly contractId: string;
  readonly amount: Numeric;
}

/** The IOUs a party owns at an offset. */
const holdings = async (ledger: Ledger, owner: string, activeAtOffset: number): Promise<Held[]> => {
  const held: Held[] = [];
  const wildcard = { filtersByParty: { [owner]: { cumulative: [] } }, verbose: false };
  for await (const entry of ledger.queries.activeContracts({
    activeAtOffset,
    eventFormat: wildcard,
  })) {
    if (isLeft(entry)) throw new Error(entry.left.cause);
    const { contractId, createArgument } = entry.right.contractEntry.JsActiveContract.createdEvent;
    const iou = Iou.payload.decode(createArgument);
    if (isLeft(iou)) throw new Error(iou.left.reason);
    if (iou.right.owner === owner) held.push({ contractId, amount: iou.right.amount });
  }
  return held;
};

const balance = async (ledger: Ledger, owner: string, offset: number): Promise<string> => {
  const held = await holdings(ledger, owner, offset);
  const sum = held.reduce((total, { amount }) => total + amount, 0n);
  return isNumericUnits(sum) ? numericToText(sum) : "too much";
};

const run = async (ledger: Ledger): Promise<void> => {
  const bank = await newParty(ledger, "bank");
  const alice = await newParty(ledger, "alice");
  const bob = await newParty(ledger, "bob");

  const iou = { issuer: bank, owner: alice, currency: "USD", amount: amountOf("100") };
  const issued = await submit(ledger, "issue", bank, create(Iou, iou));
  assert.equal(await balance(ledger, alice, ledger.ledgerEnd()), "100.0000000000");

  const [first] = await holdings(ledger, alice, ledger.ledgerEnd());
  assert.ok(first);
  const paid = { receiver: bob, amount: amountOf("30.25") };
  await submit(ledger, "pay", alice, exercise(Pay, first.contractId, paid));
  assert.equal(await balance(ledger, alice, ledger.ledgerEnd()), "69.7500000000");
  assert.equal(await balance(ledger, bob, ledger.ledgerEnd()), "30.2500000000");

  const [rest] = await holdings(ledger, alice, ledger.ledgerEnd());
  assert.ok(rest);
  await submit(ledger, "transfer", alice, exercise(Transfer, rest.contractId, { newOwner: bob }));
  assert.equal(await balance(ledger, bob, ledger.ledgerEnd()), "100.0000000000");
  assert.equal(
    await balance(ledger, alice, issued.completionOffset),
    "100.0000000000",
    "the past stays readable",
  );

  const [one, ...others] = await holdings(ledger, bob, ledger.ledgerEnd());
  assert.ok(one);
  const mergeWith = others.map(({ contractId }) => contractId);
  await submit(ledger, "settle", bob, exercise(Settle, one.contractId, { mergeWith }));
  assert.equal(await balance(ledger, bob, ledger.ledgerEnd()), "0.0000000000");

  const again = await ledger.submitAndWait({
    commandId: "settle",
    userId: "example",
    actAs: [bob],
    commands: [exercise(Settle, one.contractId, { mergeWith })],
  });
  assert.equal(isLeft(again) && again.left.code, "DUPLICATE_COMMAND");
};

// a folder as argument keeps the ledger there; without one it lives in memory
const data = process.argv[2];
const opened = await openLedger({
  packages: [iouPackage],
  ...(data === undefined ? {} : { data }),
});
if (isLeft(opened)) throw new Error(opened.left.message);
try {
  await run(opened.right);
  console.log(
    `issued, paid, transferred and settled; the journal ends at ${opened.right.ledgerEnd()}`,
  );
} finally {
  await opened.right.close();
}

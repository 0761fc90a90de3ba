import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { commandsOf } from "@tallystick/core";
import { type Ledger, openLedger } from "@tallystick/node";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { Note, notes } from "../src/notes.js";

const { create } = commandsOf(notes);

/** What an answer of the ledger has, or an error with what went wrong. */
const valueOf = <A>(answer: Either<unknown, A>): A => {
  if (isLeft(answer)) throw new Error(JSON.stringify(answer.left));
  return answer.right;
};

let ledger: Ledger;
let alice: string;
let bob: string;

before(async () => {
  ledger = valueOf(await openLedger({ packages: [notes] }));
  alice = valueOf(await ledger.allocateParty({ partyIdHint: "alice" })).party;
  bob = valueOf(await ledger.allocateParty({ partyIdHint: "bob" })).party;
});
after(() => ledger.close());

const write = (commandId: string, actAs: string, words: string) =>
  ledger.submitAndWait({
    commandId,
    userId: "test",
    actAs: [actAs],
    commands: [create(Note, { author: alice, reader: bob, words })],
  });

void test("an author writes a note", async () => {
  const { completionOffset } = valueOf(await write("one", alice, "hello"));
  assert.equal(completionOffset, ledger.ledgerEnd());
});

void test("no one writes in the name of someone else", async () => {
  const refused = await write("two", bob, "hello");
  assert.equal(isLeft(refused) && refused.left.code, "DAML_AUTHORIZATION_ERROR");
});

void test("a note says something", async () => {
  const refused = await write("three", alice, "");
  assert.equal(isLeft(refused) && refused.left.code, "TEMPLATE_PRECONDITION_VIOLATED");
});

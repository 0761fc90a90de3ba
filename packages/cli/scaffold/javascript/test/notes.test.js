import assert from "node:assert/strict";
import { test } from "node:test";
import { expectRefused, testLedger } from "@tallystick/testing";
import { Amend, Note, notes } from "../src/notes.js";

/** A ledger in memory with two parties, and a note that one writes to the other. */
const opened = async () => {
  const t = await testLedger({ packages: [notes] });
  const { alice, bob } = await t.parties("alice", "bob");
  return { t, alice, bob, note: { author: alice, reader: bob, words: "hello" } };
};

void test("a reader sees what the author writes", async () => {
  const { t, alice, bob, note } = await opened();
  const { contractId } = await t.create(Note, note, alice);
  await t.exercise(Amend, contractId, { words: "hello again" }, alice);
  const read = await t.active(Note, { party: bob });
  assert.deepEqual(
    read.map(({ payload }) => payload.words),
    ["hello again"],
  );
});

void test("no one writes in the name of someone else", async () => {
  const { t, bob, note } = await opened();
  await expectRefused("DAML_AUTHORIZATION_ERROR", t.create(Note, note, bob));
});

void test("a note says something", async () => {
  const { t, alice, note } = await opened();
  const empty = t.create(Note, { ...note, words: "" }, alice);
  await expectRefused("TEMPLATE_PRECONDITION_VIOLATED", empty);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { LedgerFailure, orThrow, readDar } from "@tallystick/node";
import { expectRefused, testLedger } from "@tallystick/testing";

const iou = "#iou-example:Iou:Iou";

/** A ledger in memory with the packages of the DAR and two parties. */
const opened = async () => {
  const t = await testLedger({ packages: [await readDar("iou.dar")] });
  const { bank, alice } = await t.parties("bank", "alice");
  const submit = async (actAs, command) => {
    const commandId = `command-${t.ledger.ledgerEnd()}`;
    const submission = { commandId, userId: "test", actAs, commands: [command] };
    return orThrow(await t.ledger.submitAndWait(submission));
  };
  const create = (amount) => ({
    kind: "CreateCommand",
    templateId: iou,
    createArguments: { issuer: bank, owner: alice, currency: "USD", amount },
  });
  return { bank, alice, submit, create };
};

void test("issuer and owner make an IOU together", async () => {
  const { bank, alice, submit, create } = await opened();
  const { results } = await submit([bank, alice], create("10.0"));
  assert.equal(results.length, 1);
});

void test("no one issues for another", async () => {
  const { alice, submit, create } = await opened();
  await expectRefused("DAML_AUTHORIZATION_ERROR", submit([alice], create("10.0")));
});

void test("an IOU is worth something", async () => {
  const { bank, alice, submit, create } = await opened();
  await assert.rejects(submit([bank, alice], create("0.0")), LedgerFailure);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { readDar } from "@tallystick/node";
import { testLedger } from "@tallystick/testing";

const iou = "#iou-example:Iou:Iou";

/** A ledger in memory with the packages of the DAR and two parties. */
const opened = async () => {
  const t = await testLedger({ packages: [await readDar("iou.dar")] });
  const { bank, alice } = await t.parties("bank", "alice");
  const submit = (actAs, command) =>
    t.ledger.submitAndWait({
      commandId: `command-${t.ledger.ledgerEnd()}`,
      userId: "test",
      actAs,
      commands: [command],
    });
  const create = (amount) => ({
    kind: "CreateCommand",
    templateId: iou,
    createArguments: { issuer: bank, owner: alice, currency: "USD", amount },
  });
  return { bank, alice, submit, create };
};

void test("issuer and owner make an IOU together", async () => {
  const { bank, alice, submit, create } = await opened();
  assert.equal((await submit([bank, alice], create("10.0")))._tag, "Right");
});

void test("no one issues for another", async () => {
  const { alice, submit, create } = await opened();
  const refused = await submit([alice], create("10.0"));
  assert.equal(refused.left?.code, "DAML_AUTHORIZATION_ERROR");
});

void test("an IOU is worth something", async () => {
  const { bank, alice, submit, create } = await opened();
  assert.equal((await submit([bank, alice], create("0.0")))._tag, "Left");
});

import { step } from "@tallystick/node";
import { expectRefused, testLedger } from "../../src/index.js";
import { Iou, iouPackage, Transfer } from "../iou.js";

/** What a test runner calls `test`. */
type Test = (name: string, body: () => Promise<void>) => unknown;

/**
 * A file of tests as an author of templates has it, with the `test` of whatever runs it. The last
 * test fails.
 */
export const debts = (test: Test): void => {
  const opened = async () => {
    const t = await testLedger({ packages: [iouPackage] });
    const { alice, bank } = await t.parties("alice", "bank");
    return { t, alice, bank, iou: { issuer: bank, owner: alice, amount: "1" } };
  };

  test("an owner transfers", async () => {
    // it is never closed: the runner ends all the same
    const { t, alice, bank, iou } = await opened();
    await t
      .given(bank, step.create(Iou, iou))
      .when(alice, ({ contractId }) => step.exercise(Transfer, contractId, { newOwner: bank }))
      .thenActive(Iou, { ...iou, owner: bank });
  });

  test("an issuer does not", async () => {
    const { t, bank, iou } = await opened();
    const { contractId } = await t.create(Iou, iou, bank);
    const tried = t.exercise(Transfer, contractId, { newOwner: bank }, bank);
    await expectRefused("DAML_AUTHORIZATION_ERROR", tried);
    await t.close();
  });

  test("an expectation that is wrong", async () => {
    const { t, bank, iou } = await opened();
    await expectRefused("DAML_AUTHORIZATION_ERROR", t.create(Iou, { ...iou, amount: "0" }, bank));
  });
};

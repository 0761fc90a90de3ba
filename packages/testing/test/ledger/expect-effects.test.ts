import { step } from "@tallystick/node";
import { expect } from "chai";
import { expectEffects } from "../../src/ledger/expect-effects.js";
import { testLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Transfer } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

describe("The effects that a test expects", () => {
  const opened = async () => {
    const t = await testLedger({ packages: [iouPackage] });
    const parties = await t.parties("alice", "bank");
    const iou = { issuer: parties.bank, owner: parties.alice, amount: "5" };
    return { t, ...parties, iou };
  };

  it("are compared without being written", async () => {
    const { t, alice, bank, iou } = await opened();
    const { contractId } = await t.create(Iou, iou, bank);
    const end = t.ledger.ledgerEnd();
    const transfer = step.exercise(Transfer, contractId, { newOwner: bank });
    const outcome = expectEffects(await t.tryOut([transfer], alice), {
      creates: [[Iou, { ...iou, owner: bank }]],
      archives: [Iou],
      seenBy: [bank, alice],
    });
    expect(outcome.verdict).to.equal("accepted");
    await t
      .given(bank, step.create(Iou, iou))
      .when(alice, (made) => step.exercise(Transfer, made.contractId, { newOwner: bank }))
      .thenEffects({ archives: [Iou] });
    expect(t.ledger.ledgerEnd()).to.equal(end + 1);
    await t.close();
  });

  it("are named when they are others, or when there are none", async () => {
    const { t, alice, bank, iou } = await opened();
    const create = await t.tryOut([step.create(Iou, iou)], bank);
    const messageOf = async (work: () => unknown): Promise<string> =>
      String(await thrownBy(async () => work()));
    expect(
      await messageOf(() => expectEffects(create, { creates: [[Iou, { ...iou, amount: "6" }]] })),
    ).to.match(/creates: expected\nIou:Iou .*"6\.0+".*\nfound\nIou:Iou .*"5\.0+"/);
    expect(await messageOf(() => expectEffects(create, { archives: [Iou] }))).to.contain(
      "archives: expected\nIou:Iou\nfound\nnone",
    );
    expect(await messageOf(() => expectEffects(create, { seenBy: [bank] }))).to.contain(alice);
    const refused = await t.tryOut([step.create(Iou, iou)], alice);
    expect(await messageOf(() => expectEffects(refused, {}))).to.contain(
      "it would be rejected: DAML_AUTHORIZATION_ERROR",
    );
    await t.close();
  });
});

import {
  coinRelease,
  metadataV1,
  tokenHelpers,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import { expectRefused, type TestLedger, testLedger } from "@tallystick/testing";
import { expect } from "chai";
import { goldPackage } from "../src/gold-package.js";
import { goldId } from "../src/token.js";
import { expectExplained } from "./explained.js";
import { GoldWorld } from "./gold-world.js";

const { burnAccount, mintAccount } = tokenHelpers;
const { TransferInstruction_Reject, TransferInstruction_Withdraw } = transferInstructionV2;

describe("a transfer of gold", () => {
  let t: TestLedger;
  let world: GoldWorld;
  let alice = "";
  let bob = "";

  before(async () => {
    t = await testLedger({ packages: [...coinRelease["0.6.12"], goldPackage] });
    ({ alice, bob } = await t.parties("alice", "bob"));
    world = await GoldWorld.on(t);
    await world.mint(alice, "100");
  });

  after(async () => {
    const legs = await expectExplained(t.ledger, world.gold.admin);
    expect([...legs].sort()).to.deep.equal(["", "burn", "mint"]);
    await t.close();
  });

  it("waits for its receiver, the amount locked", async () => {
    const offer = await world.offer(alice, bob, "30");
    expect(await world.has(alice)).to.equal("100 (30)");
    await world.accept(offer, bob);
    expect([await world.has(alice), await world.has(bob)]).to.deep.equal(["70 (0)", "30 (0)"]);
  });

  it("goes back when it is rejected or withdrawn", async () => {
    await world.answer(TransferInstruction_Reject, await world.offer(alice, bob, "30"), bob);
    await world.answer(TransferInstruction_Withdraw, await world.offer(alice, bob, "30"), alice);
    expect(await world.has(alice)).to.equal("70 (0)");
  });

  it("is made at once where the receiver acts too, as to oneself", async () => {
    const { output } = await world.transfer(alice, bob, "10", [alice, bob]);
    expect(output.tag).to.equal("TransferInstructionResult_Completed");
    await world.transfer(bob, bob, "1", [bob]);
    expect([await world.has(alice), await world.has(bob)]).to.deep.equal(["60 (0)", "40 (0)"]);
  });

  it("mints for who accepts it, and burns with the administrator", async () => {
    await world.accept(await world.offer(mintAccount, alice, "5"), alice);
    await world.transfer(alice, burnAccount, "15", [alice, world.gold.admin]);
    expect(await world.has(alice)).to.equal("50 (0)");
  });

  it("is begun and accepted by clients of the first version", async () => {
    const { admin, rules } = world.gold;
    const extraArgs = world.extraArgs(world.gold);
    const argument = {
      expectedAdmin: admin,
      transfer: {
        sender: alice,
        receiver: bob,
        amount: "20",
        instrumentId: { admin, id: goldId },
        requestedAt: t.clock.now(),
        executeBefore: t.clock.in("1h"),
        inputHoldingCids: await world.free(alice),
        meta: metadataV1.emptyMetadata,
      },
      extraArgs,
    };
    const begin = transferInstructionV1.TransferFactory_Transfer;
    const as = { actAs: alice, readAs: world.readAs };
    const { output } = (await t.exercise(begin, rules, argument, as)).result;
    if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
    const accept = transferInstructionV1.TransferInstruction_Accept;
    const cid = output.value.transferInstructionCid;
    await t.exercise(accept, cid, { extraArgs }, { actAs: bob, readAs: world.readAs });
    expect(await world.has(bob)).to.equal("60 (0)");
  });

  it("is refused without funds, for others, too late, and with what is locked", async () => {
    const refused = (says: string, tried: () => Promise<unknown>) =>
      expectRefused("DAML_FAILURE", tried, says);
    await refused("The holdings are enough", () => world.offer(alice, bob, "31"));
    await refused("The amount is positive", () => world.offer(alice, bob, "0"));
    await refused("'actors' does not", () => world.transfer(alice, bob, "1", [bob]));
    await refused("'actors' does not", () => world.transfer(mintAccount, bob, "1", [bob]));
    const odd = { owner: bob, provider: undefined, id: "savings" };
    await refused("The accounts are basic", () => world.transfer(alice, odd, "1", [alice]));
    const offer = await world.offer(alice, bob, "30");
    await refused("The holdings are enough", () => world.offer(alice, bob, "1"));
    await refused("'actors' does not", () => world.accept(offer, alice));
    t.clock.advance("1d");
    await refused("deadline", () => world.accept(offer, bob));
    await world.answer(TransferInstruction_Withdraw, offer, alice);
    expect(await world.has(alice)).to.equal("30 (0)");
  });
});

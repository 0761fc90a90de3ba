import {
  Amulet,
  MergeDelegation,
  MergeDelegationProposal,
  tokenStandardWalletPackage,
} from "@tallystick/coin";
import { commandsOf, type Contract } from "@tallystick/core";
import { expect } from "chai";
import { crowdedOwners, hasDelegation } from "../../src/automation/merge-delegations.js";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { automationOf } from "../automation-of.js";
import { countingReads, exercised, held, inFrontOf } from "../held-contracts.js";
import { by, coinCount, onboard, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, carol, minute, operator, WalletLedger } from "../wallet-ledger.js";

const merging = commandsOf(tokenStandardWalletPackage);
const accept = automationOf("accept-merge-delegations");
const merge = automationOf("merge-holdings");

describe("merging through delegations", () => {
  it("merges owners with more than 10 coins in one batch, and no one else", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    onboard(ledger, "bob", bob);
    expect(ledger.view.of(MergeDelegationProposal, operator)).to.have.lengthOf(2);
    ledger.automate(accept, operator);
    expect(ledger.view.of(MergeDelegation, operator)).to.have.lengthOf(2);
    for (let n = 0; n < 11; n++) for (const owner of [alice, bob, carol]) tap(ledger, owner, "2");
    for (let n = 0; n < 110; n++) tap(ledger, alice, "1");
    expect(ledger.automate(merge, operator)).to.equal(2);
    expect(coinCount(ledger, alice)).to.be.below(11);
    expect(coinCount(ledger, bob)).to.equal(1);
    expect(coinCount(ledger, carol)).to.equal(11);
    expect(unlocked(ledger, alice)).to.equal("132.0000000000");
    expect(unlocked(ledger, bob)).to.equal("22.0000000000");
  });

  it("leaves the delegations of parties without a wallet to their clients for 15 seconds", () => {
    const ledger = new WalletLedger().bootstrap();
    const delegation = { operator, owner: carol, meta: { values: new Map() } };
    ledger.run(by([carol], merging.create(MergeDelegationProposal, { delegation })));
    expect(ledger.plan(accept, operator)).to.deep.equal([]);
    ledger.now += minute / 4 - 1;
    expect(ledger.plan(accept, operator)).to.deep.equal([]);
    ledger.now += 1;
    expect(ledger.automate(accept, operator)).to.equal(1);
    for (let n = 0; n < 11; n++) tap(ledger, carol, "2");
    expect(ledger.plan(merge, operator)).to.deep.equal([]);
    ledger.now += minute / 4;
    expect(ledger.automate(merge, operator)).to.equal(1);
    expect(coinCount(ledger, carol)).to.equal(1);
  });

  it("takes as many owners at once as is configured", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    onboard(ledger, "bob", bob);
    ledger.automate(accept, operator);
    for (let n = 0; n < 11; n++) for (const owner of [alice, bob]) tap(ledger, owner, "2");
    expect(ledger.automate(merge, operator, { mergeBatchSize: 1 })).to.equal(2);
    expect([coinCount(ledger, alice), coinCount(ledger, bob)]).to.deep.equal([1, 1]);
  });

  it("merges each owner alone after a batch failed, and leaves out those that failed alone", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    onboard(ledger, "bob", bob);
    ledger.automate(accept, operator);
    for (let n = 0; n < 11; n++) for (const owner of [alice, bob]) tap(ledger, owner, "2");
    const waiting: Array<string> = [];
    const next = (): ReadonlyArray<string> =>
      ledger
        .plan(merge, operator, {}, { isWaiting: (id) => waiting.includes(id) })
        .map(({ commandId }) => commandId);
    const batch = next();
    expect(batch).to.have.lengthOf(1);
    waiting.push(...batch);
    const alone = next();
    expect(alone).to.have.lengthOf(2);
    waiting.push(alone[0] ?? "");
    expect(next()).to.deep.equal([alone[1]]);
    waiting.push(alone[1] ?? "");
    expect(next()).to.deep.equal([]);
  });

  it("accepts proposals behind any number of those that are another provider's or failed", () => {
    const ledger = new WalletLedger().bootstrap();
    const proposal = (id: string, by: string): Contract =>
      held(MergeDelegationProposal, id, {
        delegation: { operator: by, owner: operator, meta: { values: new Map() } },
      });
    const others = Array.from({ length: 300 }, (_, at) => proposal(`other-${at}`, alice));
    const view = inMemoryContracts([
      ...others,
      proposal("bad", operator),
      proposal("own", operator),
    ]);
    const isWaiting = (id: string): boolean => id.endsWith("/bad");
    ledger.now += minute;
    const planned = ledger.plan(accept, operator, {}, { view, isWaiting });
    expect(exercised(planned).map(({ contractId }) => contractId)).to.deep.equal(["own"]);
  });

  it("reads no coins of owners with few, however many delegations there are", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    ledger.automate(accept, operator);
    for (let n = 0; n < 11; n++) tap(ledger, alice, "2");
    const owners = Array.from({ length: 800 }, (_, index) => `owner-${index}`);
    const [coin] = ledger.view.of(Amulet, alice);
    const few = owners.flatMap((owner) => [
      held(MergeDelegation, `of-${owner}`, { operator, owner, meta: { values: new Map() } }),
      ...(coin === undefined ? [] : [held(Amulet, `c-${owner}`, { ...coin.payload, owner })]),
    ]);
    const { view, count } = countingReads(inFrontOf(ledger.view, few));
    const [only, ...others] = ledger.plan(merge, operator, {}, { view });
    expect(exercised(only === undefined ? [] : [only])).to.have.lengthOf(1);
    expect(others).to.deep.equal([]);
    // each delegation and one question about its owner, and the coins of alice
    expect(count()).to.be.below(2 * owners.length + 200);
  });

  it("reads nothing of owners who are not crowded, when it knows those who are", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    onboard(ledger, "bob", bob);
    ledger.automate(accept, operator);
    for (let n = 0; n < 11; n++) tap(ledger, alice, "2");
    const owners = Array.from({ length: 800 }, (_, index) => `owner-${index}`);
    const few = owners.map((owner) =>
      held(MergeDelegation, `of-${owner}`, { operator, owner, meta: { values: new Map() } }),
    );
    const reads = (...crowded: ReadonlyArray<string>) => {
      const { view, count } = countingReads(inFrontOf(ledger.view, few));
      const planned = ledger.plan(merge, operator, {}, { view, crowdedOwners: () => crowded });
      return { merged: exercised(planned).length, count: count() };
    };
    expect(reads().merged).to.equal(0);
    expect(reads().count).to.be.below(5);
    expect(reads(alice).merged).to.equal(1);
    expect(reads(alice).count).to.be.below(60);
  });

  it("knows as crowded the owners of delegations to the operator with too many coins", () => {
    const to = (id: string, owner: string, whose: string): Contract =>
      held(MergeDelegation, id, { operator: whose, owner, meta: { values: new Map() } });
    const ledger = new WalletLedger().bootstrap();
    for (let n = 0; n < 11; n++) for (const owner of [alice, bob, carol]) tap(ledger, owner, "2");
    tap(ledger, bob, "2");
    const view = inFrontOf(ledger.view, [
      to("a", alice, operator),
      to("b", bob, operator),
      to("b2", bob, operator),
      to("c", carol, operator === carol ? alice : carol),
    ]);
    expect(crowdedOwners(view, operator, 10)).to.deep.equal([alice, bob]);
    expect(crowdedOwners(view, operator, 11)).to.deep.equal([bob]);
    expect(crowdedOwners(view, operator, 12)).to.deep.equal([]);
    expect([alice, bob, carol].map((owner) => hasDelegation(view, operator, owner))).to.deep.equal([
      true,
      true,
      false,
    ]);
  });
});

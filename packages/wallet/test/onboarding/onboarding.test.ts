import { MergeDelegationProposal, ValidatorRight, WalletAppInstall } from "@tallystick/coin";
import { expect } from "chai";
import { installOf, installsOfUser, offboardingSteps, onboardingSteps } from "../../src/index.js";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { held } from "../held-contracts.js";
import { onboard } from "../wallet-actions.js";
import { alice, dso, operator, WalletLedger } from "../wallet-ledger.js";

const aliceAs = (userId: string) => ({ dso, operator, userId, party: alice, offset: 0 });

describe("onboarding", () => {
  it("gives a user a wallet, the validator its right, and proposes a merge delegation, all once", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    expect(onboardingSteps(ledger.view, aliceAs("alice"))).to.deep.equal([]);
    expect(ledger.view.of(WalletAppInstall, alice)).to.have.lengthOf(1);
    expect(ledger.view.of(ValidatorRight, alice)).to.have.lengthOf(1);
    expect(ledger.view.of(MergeDelegationProposal, alice)).to.have.lengthOf(1);
    expect(installOf(ledger.view, alice)?.userId).to.equal("alice");
  });

  it("gives a second user of a party a wallet of its own and nothing else", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    const [step] = onboardingSteps(ledger.view, aliceAs("alice-too"));
    expect(step?.commands).to.have.lengthOf(1);
  });

  it("lets the operator's party do without a delegation", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "administrator", operator);
    expect(ledger.view.of(MergeDelegationProposal, operator)).to.deep.equal([]);
    expect(installsOfUser(ledger.view, operator, "administrator")).to.have.lengthOf(1);
  });

  it("can be undone and done again", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "alice", alice);
    for (const step of offboardingSteps(ledger.view, aliceAs("alice"))) ledger.run(step);
    expect(installOf(ledger.view, alice)).to.equal(undefined);
    expect(ledger.view.of(ValidatorRight, alice)).to.deep.equal([]);
    expect(offboardingSteps(ledger.view, aliceAs("alice"))).to.deep.equal([]);
    ledger.now += 1;
    onboard(ledger, "alice", alice);
    expect(installOf(ledger.view, alice)?.userId).to.equal("alice");
  });

  it("finds the operator's own wallet behind those of any number of users", () => {
    const install = (id: string, endUserParty: string) =>
      held(WalletAppInstall, id, {
        dsoParty: dso,
        validatorParty: operator,
        endUserName: id,
        endUserParty,
      });
    const users = Array.from({ length: 1_500 }, (_, at) => install(`user-${at}`, `u${at}::1220`));
    const view = inMemoryContracts([...users, install("administrator", operator)]);
    expect(installOf(view, operator)?.contractId).to.equal("administrator");
    expect(installsOfUser(view, operator, "user-3")).to.deep.equal([
      { contractId: "user-3", party: "u3::1220" },
    ]);
  });
});

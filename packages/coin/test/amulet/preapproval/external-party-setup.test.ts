import { expect } from "chai";
import { numericToText } from "@tallystick/core";
import { TransferPreapproval, ValidatorRight } from "../../../src/index.js";
import {
  AmuletRules_CreateExternalPartySetupProposal,
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Accept,
  ExternalPartySetupProposal_Reject,
  ExternalPartySetupProposal_Withdraw,
} from "../../../src/amulet/preapproval/external-party-setup.js";
import { bob, carol, CoinLedger, coinsAsInputs, day, dso, validator } from "../../coin-fixture.js";

const lifetime = 90 * day;

const propose = (
  ledger: CoinLedger,
  { by = validator, after = lifetime, expectedDso = dso } = {},
) =>
  ledger.exercise([by], AmuletRules_CreateExternalPartySetupProposal, ledger.rules, {
    context: ledger.paymentContext(),
    inputs: coinsAsInputs(ledger, validator),
    user: bob,
    validator,
    preapprovalExpiresAt: BigInt(ledger.now + after),
    expectedDso,
  });

/** The validator, who has 100 CC, has proposed to serve bob. */
const proposed = () => {
  const ledger = new CoinLedger();
  ledger.tap(validator, "100");
  return { ledger, result: propose(ledger) };
};

describe("a proposal to serve an external party", () => {
  it("is paid for in advance by the validator", () => {
    const { ledger, result } = proposed();
    expect(numericToText(result.amuletPaid)).to.equal("2.4660000000");
    expect(ledger.balanceOf(validator)).to.equal("97.5340000000");
    expect([result.user, result.validator]).to.deep.equal([bob, validator]);
    expect(ledger.active(ExternalPartySetupProposal)[0]?.payload).to.deep.equal({
      validator,
      user: bob,
      dso,
      createdAt: BigInt(ledger.now),
      preapprovalExpiresAt: BigInt(ledger.now + lifetime),
    });
  });

  const table: ReadonlyArray<readonly [string, Parameters<typeof propose>[1], string]> = [
    ["by the external party", { by: bob }, "DAML_AUTHORIZATION_ERROR"],
    ["for no time", { after: 0 }, "preapprovalExpiresAt is not in the past"],
    [
      "under other rules than expected",
      { expectedDso: carol },
      "DSO party expected by caller 'carol' does not match actual DSO party 'DSO'",
    ],
  ];
  for (const [name, options, reason] of table) {
    it(`made ${name} is refused: ${reason}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(validator, "100");
      expect(ledger.reasonOf(() => propose(ledger, options))).to.equal(reason);
      expect(ledger.balanceOf(validator)).to.equal("100.0000000000");
    });
  }

  it("when accepted gives the party its preapproval and the validator its right", () => {
    const { ledger, result } = proposed();
    const begun = ledger.now;
    ledger.pass(day);
    const accepted = ledger.exercise(
      [bob],
      ExternalPartySetupProposal_Accept,
      result.proposalCid,
      {},
    );
    expect(ledger.active(TransferPreapproval)).to.deep.equal([
      {
        contractId: accepted.transferPreapprovalCid,
        payload: {
          dso,
          receiver: bob,
          provider: validator,
          validFrom: BigInt(begun),
          lastRenewedAt: BigInt(begun),
          expiresAt: BigInt(begun + lifetime),
        },
      },
    ]);
    expect(ledger.active(ValidatorRight)).to.deep.equal([
      { contractId: accepted.validatorRightCid, payload: { dso, user: bob, validator } },
    ]);
  });

  type Act = (ledger: CoinLedger, proposal: string) => unknown;
  const accept =
    (by: string): Act =>
    (ledger, proposal) =>
      ledger.exercise([by], ExternalPartySetupProposal_Accept, proposal, {});
  const reject =
    (by: string): Act =>
    (ledger, proposal) =>
      ledger.exercise([by], ExternalPartySetupProposal_Reject, proposal, { reason: "" });
  const withdraw =
    (by: string): Act =>
    (ledger, proposal) =>
      ledger.exercise([by], ExternalPartySetupProposal_Withdraw, proposal, { reason: "" });
  const moves: ReadonlyArray<readonly [string, Act, number, string]> = [
    ["accepted in its last moment", accept(bob), lifetime - 1, "accepted"],
    ["accepted when it is over", accept(bob), lifetime, "deadline-exceeded"],
    ["accepted by the validator", accept(validator), 0, "DAML_AUTHORIZATION_ERROR"],
    ["rejected by the party", reject(bob), lifetime, "accepted"],
    ["rejected by the validator", reject(validator), 0, "DAML_AUTHORIZATION_ERROR"],
    ["withdrawn by the validator", withdraw(validator), lifetime, "accepted"],
    ["withdrawn by the party", withdraw(bob), 0, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, act, after, outcome] of moves) {
    it(`is ${name}: ${outcome}`, () => {
      const { ledger, result } = proposed();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, result.proposalCid))).to.equal(outcome);
      expect(ledger.active(ExternalPartySetupProposal)).to.have.lengthOf(
        outcome === "accepted" ? 0 : 1,
      );
    });
  }

  const ends: ReadonlyArray<readonly [string, Act]> = [
    ["accepted", accept(bob)],
    ["rejected", reject(bob)],
    ["withdrawn", withdraw(validator)],
  ];
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, result } = proposed();
        act(ledger, result.proposalCid);
        expect(ledger.reasonOf(() => again(ledger, result.proposalCid))).to.equal(
          "CONTRACT_NOT_FOUND",
        );
      });
    }
  }
});

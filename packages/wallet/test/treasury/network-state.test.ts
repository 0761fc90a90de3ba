import {
  AmuletRules,
  ExternalPartyAmuletRules,
  ExternalPartyConfigState,
  OpenMiningRound,
} from "@tallystick/coin";
import { entriesOf } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { networkState } from "../../src/treasury/network-state.js";
import { alice, dso, minute, start, WalletLedger } from "../wallet-ledger.js";

const begun = () => new WalletLedger().bootstrap();
const contractsOf = (ledger: WalletLedger) =>
  [...entriesOf(ledger.state.contracts)].map(([, contract]) => contract);
const numbers = (of: ReadonlyArray<{ payload: { round: { number: bigint } } }>) =>
  of.map(({ payload }) => payload.round.number);

describe("the state of the network", () => {
  it("is read in any order of its contracts", () => {
    const ledger = begun();
    ledger.pass(45 * minute, 5 * minute);
    const contracts = contractsOf(ledger);
    const state = networkState(inMemoryContracts(contracts), dso, ledger.now);
    const reversed = networkState(inMemoryContracts(contracts.toReversed()), dso, ledger.now);
    expect(state).to.not.equal(undefined);
    expect(state).to.deep.equal(reversed);
    const open = numbers(state?.openRounds ?? []);
    expect(open).to.deep.equal([open[0], (open[0] ?? 0n) + 1n, (open[0] ?? 0n) + 2n]);
    const issuing = numbers(state?.issuingRounds ?? []);
    expect(issuing.length).to.be.above(1);
    expect(issuing).to.deep.equal(issuing.toSorted((a, b) => Number(a - b)));
    const [older, newer] = state?.externalPartyConfigStates ?? [];
    expect(Number(older?.payload.targetArchiveAfter)).to.be.below(
      Number(newer?.payload.targetArchiveAfter),
    );
  });

  it("uses the highest round that has opened, and leaves issuing rounds out until they open", () => {
    const ledger = begun();
    ledger.pass(45 * minute, 5 * minute);
    const at = (now: number) => networkState(ledger.view, dso, now);
    const now = at(ledger.now);
    const later = now?.openRounds.find(({ payload }) => payload.opensAt > ledger.now);
    expect(now?.round.contractId).to.not.equal(later?.contractId);
    const opensAt = Number(later?.payload.opensAt);
    expect(at(opensAt - 1)?.round.contractId).to.equal(now?.round.contractId);
    expect(at(opensAt)?.round.contractId).to.equal(later?.contractId);
    const newest = now?.issuingRounds.at(-1)?.payload;
    const before = at(Number(newest?.opensAt) - 1)?.issuingRounds ?? [];
    expect(numbers(before)).to.not.include(newest?.round.number);
  });

  it("is none for another party, before the first round opens, or without a part of it", () => {
    const ledger = begun();
    expect(networkState(ledger.view, alice, ledger.now)).to.equal(undefined);
    const opensAt = Number(ledger.networkState.openRounds[0]?.payload.opensAt);
    expect(opensAt).to.be.at.most(start);
    expect(networkState(ledger.view, dso, opensAt - 1)).to.equal(undefined);
    for (const { name } of [AmuletRules, ExternalPartyAmuletRules, OpenMiningRound]) {
      const rest = contractsOf(ledger).filter(({ templateId }) => !templateId.endsWith(`:${name}`));
      expect(networkState(inMemoryContracts(rest), dso, ledger.now), name).to.equal(undefined);
    }
    const { name } = ExternalPartyConfigState;
    const rest = contractsOf(ledger).filter(({ templateId }) => !templateId.endsWith(`:${name}`));
    const state = networkState(inMemoryContracts(rest), dso, ledger.now);
    expect(state?.externalPartyConfigStates).to.deep.equal([]);
  });
});

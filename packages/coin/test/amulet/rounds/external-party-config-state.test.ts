import { expect } from "chai";
import {
  AmuletRules_UpdateExternalPartyConfigStates,
  ExternalPartyConfigState,
  transferConfigV2Of,
} from "../../../src/index.js";
import { AmuletRules_BootstrapExternalPartyConfigState } from "../../../src/amulet/rounds/external-party-config-state.js";
import { alice, archiveOf, cc, CoinLedger, day, dso, int, minute } from "../../coin-fixture.js";

/** Three open rounds with prices of their own, the newest of which has not opened, and no state. */
const founded = () => {
  const ledger = new CoinLedger({ firstRound: 4n });
  ledger.submit([dso], [archiveOf(ExternalPartyConfigState, ledger.configState)]);
  const oldest = ledger.round;
  const middle = ledger.openRound(5n, { amuletPrice: cc("0.2") });
  const newest = ledger.openRound(6n, {
    amuletPrice: cc("0.3"),
    opensAt: BigInt(ledger.now + 10 * minute),
  });
  const rounds = { round0Cid: oldest, round1Cid: middle, round2Cid: newest };
  return { ledger, rounds };
};

const bootstrap = ({ ledger, rounds }: ReturnType<typeof founded>, by = dso, expectedDso = dso) =>
  ledger.exercise([by], AmuletRules_BootstrapExternalPartyConfigState, ledger.rules, {
    openMiningRoundTriple: rounds,
    expectedDso,
  });

/** The states, the older first. */
const statesOf = (ledger: CoinLedger) =>
  [...ledger.active(ExternalPartyConfigState)].sort((one, other) =>
    Number(one.payload.targetArchiveAfter - other.payload.targetArchiveAfter),
  );

describe("the configuration states of a network", () => {
  it("are two a day apart: fees count from the oldest round, the price is that of the newest open one", () => {
    const world = founded();
    const { ledger } = world;
    bootstrap(world);
    const state = (days: number) => ({
      dso,
      holdingFeesOpenRoundNumber: { number: int(4) },
      amuletPrice: cc("0.2"),
      transferConfig: transferConfigV2Of(ledger.config.transferConfig),
      targetArchiveAfter: BigInt(ledger.now + days * day),
    });
    expect(statesOf(ledger).map(({ payload }) => payload)).to.deep.equal([state(1), state(2)]);
  });

  it("are the DSO's to make, under the rules expected, from three rounds in a row", () => {
    const world = founded();
    const { ledger, rounds } = world;
    expect(ledger.reasonOf(() => bootstrap(world, alice))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(() => bootstrap(world, dso, alice))).to.equal(
      "DSO party expected by caller 'alice' does not match actual DSO party 'DSO'",
    );
    const mixed = { ...rounds, round1Cid: rounds.round2Cid, round2Cid: rounds.round1Cid };
    expect(ledger.reasonOf(() => bootstrap({ ledger, rounds: mixed }))).to.equal(
      "round1 = round0 + 1",
    );
    expect(statesOf(ledger)).to.deep.equal([]);
  });

  const renew = (
    { ledger, rounds }: ReturnType<typeof founded>,
    [first, second]: ReadonlyArray<{ readonly contractId: string }>,
  ) =>
    ledger.exercise([dso], AmuletRules_UpdateExternalPartyConfigStates, ledger.rules, {
      externalPartyConfigStateCid0: first?.contractId ?? "",
      externalPartyConfigStateCid1: second?.contractId ?? "",
      openMiningRoundTriple: rounds,
    }).newExternalPartyConfigStateCid;

  it("are renewed one at a time, the older once its day is over", () => {
    const world = founded();
    const { ledger } = world;
    bootstrap(world);
    const before = statesOf(ledger);
    expect(ledger.reasonOf(() => renew(world, before))).to.equal("deadline-not-exceeded");
    ledger.pass(day);
    expect(ledger.reasonOf(() => renew(world, [...before].reverse()))).to.equal(
      "deadline-not-exceeded",
    );
    const made = renew(world, before);
    const after = statesOf(ledger);
    expect(after.map(({ contractId }) => contractId)).to.deep.equal([before[1]?.contractId, made]);
    expect(after.map(({ payload }) => payload.targetArchiveAfter)).to.deep.equal([
      BigInt(ledger.now + day),
      BigInt(ledger.now + 2 * day),
    ]);
    // the third round has opened in the meantime
    expect(after[1]?.payload.amuletPrice).to.equal(cc("0.3"));
  });

  it("are renewed in their order even when both are overdue", () => {
    const world = founded();
    const { ledger } = world;
    bootstrap(world);
    ledger.pass(3 * day);
    const states = statesOf(ledger);
    expect(ledger.reasonOf(() => renew(world, [...states].reverse()))).to.equal(
      "ExternalPartyConfigState0.targetArchiveAfter <= ExternalPartyConfigState1.targetArchiveAfter",
    );
    renew(world, states);
    expect(statesOf(ledger)).to.have.lengthOf(2);
  });
});

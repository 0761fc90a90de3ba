import { isJsonObject } from "@tallystick/core";
import { expect } from "chai";
import { DsoRules } from "../../src/dso/dso-rules.js";
import { soleSuperValidatorRules } from "../../src/dso/default-dso-rules.js";
import { SvNodeState } from "../../src/dso/sv-node-state.js";
import { alice, CoinLedger, dso, int, synchronizerId } from "../coin-fixture.js";

const rules = soleSuperValidatorRules({
  dso,
  sv: dso,
  name: "sv-1",
  participantId: "PAR::sv-1::1220",
  synchronizerId,
  isDevNet: true,
});

describe("the rules of the DSO", () => {
  it("are in JSON what the scan proxy shows: maps as lists of pairs, numbers as texts", () => {
    const shown = DsoRules.payload.encode(rules);
    if (!isJsonObject(shown)) throw new Error("a record is an object");
    const { svs, config, ...others } = shown;
    expect(others).to.deep.equal({
      dso,
      epoch: "0",
      offboardedSvs: [],
      dsoDelegate: dso,
      initialTrafficState: [],
      isDevNet: true,
    });
    expect(svs).to.deep.equal([
      [
        dso,
        {
          name: "sv-1",
          joinedAsOfRound: { number: "0" },
          svRewardWeight: "10000",
          participantId: "PAR::sv-1::1220",
        },
      ],
    ]);
    expect(config).to.deep.include({
      numUnclaimedRewardsThreshold: "10",
      voteRequestTimeout: { microseconds: "604800000000" },
    });
    expect(config).not.to.have.any.keys("nextScheduledSynchronizerUpgrade", "voteCooldownTime");
  });

  it("are signed by the DSO, and merge unclaimed rewards from a number above 0 on", () => {
    const ledger = new CoinLedger();
    ledger.create([dso], DsoRules, rules);
    expect(ledger.reasonOf(() => ledger.create([alice], DsoRules, rules))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const none = { ...rules, config: { ...rules.config, numUnclaimedRewardsThreshold: int(0) } };
    expect(ledger.reasonOf(() => ledger.create([dso], DsoRules, none))).to.equal(
      "TEMPLATE_PRECONDITION_VIOLATED",
    );
  });

  it("have in addition to them the nodes of each super validator", () => {
    const ledger = new CoinLedger();
    const scan = { publicUrl: "http://localhost:5012" };
    const node = {
      cometBft: { nodes: [], governanceKeys: [], sequencingKeys: [] },
      sequencer: undefined,
      mediator: undefined,
      scan,
      legacySequencerConfigs: undefined,
    };
    ledger.create([dso], SvNodeState, {
      dso,
      sv: dso,
      svName: "sv-1",
      state: { synchronizerNodes: [[synchronizerId, node]] },
    });
    const [found] = ledger.active(SvNodeState);
    expect(found?.payload.state.synchronizerNodes).to.deep.equal([[synchronizerId, node]]);
  });
});

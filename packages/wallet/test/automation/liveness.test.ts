import { ValidatorLicense } from "@tallystick/coin";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import type { WalletConfig } from "../../src/index.js";
import type { NetworkState } from "../../src/treasury/network-state.js";
import { automationOf } from "../automation-of.js";
import { exercised, heldAs, idOf, int, round, withNames } from "../held-contracts.js";
import { alice, cc, dso, operator, start, WalletLedger } from "../wallet-ledger.js";

const liveness = automationOf("record-validator-liveness");
const ledger = new WalletLedger().bootstrap().withWallets();
/** Rounds 0 and 1 are open, 2 is not yet. */
const network: NetworkState = {
  ...ledger.networkState,
  openRounds: ledger.networkState.openRounds.map((it, index) => ({
    ...it,
    contractId: idOf(`round-${index}`),
    payload: { ...it.payload, round: round(index), opensAt: BigInt(start + index - 1) },
  })),
};

const planned = (
  last: number | undefined,
  validator = operator,
  waiting = false,
  config: Partial<WalletConfig> = {},
  of: NetworkState = network,
) =>
  ledger.plan(liveness, operator, config, {
    network: of,
    now: start,
    isWaiting: (commandId) => waiting && withNames(commandId) === "liveness/license",
    view: inMemoryContracts([
      heldAs(ValidatorLicense, "others", {
        dso: alice,
        validator,
        sponsor: alice,
        faucetState: undefined,
        metadata: undefined,
        lastActiveAt: undefined,
      }),
      heldAs(ValidatorLicense, "license", {
        validator,
        sponsor: operator,
        dso,
        faucetState:
          last === undefined
            ? undefined
            : {
                firstReceivedFor: round(0),
                lastReceivedFor: round(last),
                numCouponsMissed: int(0),
              },
        metadata: undefined,
        lastActiveAt: undefined,
      }),
    ]),
  });

describe("the record of liveness", () => {
  const rows = [
    { last: undefined, found: ["round-0"] },
    { last: 0, found: ["round-1"] },
    { last: 1, found: [] },
    { last: 7, found: [] },
  ];
  for (const { last, found } of rows) {
    it(`after ${last ?? "no"} round is for ${found[0] ?? "none"}`, () => {
      expect(exercised(planned(last))).to.deep.equal(
        found.map((openRoundCid) => ({
          choice: "ValidatorLicense_RecordValidatorLivenessActivity",
          contractId: "license",
          argument: { openRoundCid },
        })),
      );
    });
  }

  it("is the operator's, who reads as the DSO", () => {
    expect(liveness.runsFor).to.equal("operator");
    const [submission] = planned(undefined);
    expect(withNames(submission?.commandId)).to.equal("liveness/license");
    expect(submission?.actAs).to.deep.equal([operator]);
    expect(submission?.readAs).to.deep.equal([dso]);
  });

  it("is none where rewards are not collected, or a record earns nothing", () => {
    const capped = (cap: string | undefined): NetworkState => ({
      ...network,
      openRounds: network.openRounds.map((it) => {
        const optValidatorFaucetCap = cap === undefined ? undefined : cc(cap);
        const issuanceConfig = { ...it.payload.issuanceConfig, optValidatorFaucetCap };
        return { ...it, payload: { ...it.payload, issuanceConfig } };
      }),
    });
    const count = (cap: string | undefined): number =>
      planned(undefined, operator, false, {}, capped(cap)).length;
    expect([count(undefined), count("0.0000000001"), count("0")]).to.deep.equal([1, 1, 0]);
    expect(planned(undefined, operator, false, { collectRewards: false })).to.deep.equal([]);
  });

  it("is none without a licence of one's own, or while the last try waits", () => {
    expect(planned(undefined, alice)).to.deep.equal([]);
    expect(planned(undefined, operator, true)).to.deep.equal([]);
  });
});

import { expect } from "chai";
import { AmuletRules, type AmuletConfig, configOf } from "../../../src/index.js";
import {
  AmuletRules_AddFutureAmuletConfigSchedule,
  AmuletRules_RemoveFutureAmuletConfigSchedule,
  AmuletRules_SetConfig,
  AmuletRules_UpdateFutureAmuletConfigSchedule,
} from "../../../src/amulet/configuration/amulet-rules-set-config.js";
import { alice, cc, CoinLedger, dso, int } from "../../coin-fixture.js";

const withFee = (config: AmuletConfig, fee: string): AmuletConfig => ({
  ...config,
  transferPreapprovalFee: cc(fee),
});

const withInputs = (config: AmuletConfig, most: number): AmuletConfig => ({
  ...config,
  transferConfig: { ...config.transferConfig, maxNumInputs: int(most) },
});

const change = (
  ledger: CoinLedger,
  rules: string,
  newConfig: AmuletConfig,
  baseConfig = ledger.config,
  by = dso,
): string =>
  ledger.exercise([by], AmuletRules_SetConfig, rules, { newConfig, baseConfig }).newAmuletRules;

const configIn = (ledger: CoinLedger): AmuletConfig => {
  const [found] = ledger.active(AmuletRules);
  if (found === undefined) throw new Error("no rules");
  return configOf(found.payload);
};

describe("a new configuration", () => {
  it("takes the place of the rules, which stay the same otherwise", () => {
    const ledger = new CoinLedger();
    const [before] = ledger.active(AmuletRules);
    const rules = change(ledger, ledger.rules, withFee(ledger.config, "5"));
    expect(ledger.active(AmuletRules)).to.deep.equal([
      {
        contractId: rules,
        payload: {
          ...before?.payload,
          configSchedule: { initialValue: withFee(ledger.config, "5"), futureValues: [] },
        },
      },
    ]);
  });

  it("keeps what others have changed since its base", () => {
    const ledger = new CoinLedger();
    const rules = change(ledger, ledger.rules, withFee(ledger.config, "5"));
    change(ledger, rules, withInputs(ledger.config, 7));
    expect(configIn(ledger)).to.deep.equal(withInputs(withFee(ledger.config, "5"), 7));
  });

  it("is the DSO's alone to set, and must be one that can be", () => {
    const ledger = new CoinLedger();
    const set = (config: AmuletConfig, by?: string) =>
      ledger.reasonOf(() => change(ledger, ledger.rules, config, ledger.config, by));
    expect(set(withFee(ledger.config, "5"), alice)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(set(withInputs(ledger.config, 0))).to.equal("PreconditionFailed");
    expect(configIn(ledger)).to.deep.equal(ledger.config);
  });

  it("is not scheduled any more", () => {
    const ledger = new CoinLedger();
    const item = { _1: BigInt(ledger.now), _2: ledger.config };
    const attempts = [
      () =>
        ledger.exercise([dso], AmuletRules_AddFutureAmuletConfigSchedule, ledger.rules, {
          newScheduleItem: item,
        }),
      () =>
        ledger.exercise([dso], AmuletRules_UpdateFutureAmuletConfigSchedule, ledger.rules, {
          scheduleItem: item,
        }),
      () =>
        ledger.exercise([dso], AmuletRules_RemoveFutureAmuletConfigSchedule, ledger.rules, {
          scheduleTime: BigInt(ledger.now),
        }),
    ];
    for (const attempt of attempts) {
      expect(ledger.reasonOf(attempt)).to.match(
        /^Choice "\w+" is no longer supported since "splice-amulet"/,
      );
    }
  });
});

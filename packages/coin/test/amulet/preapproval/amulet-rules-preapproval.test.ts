import { expect } from "chai";
import { metadataKeys } from "../../../src/index.js";
import { AmuletRules_CreateTransferPreapproval } from "../../../src/amulet/preapproval/amulet-rules-preapproval.js";
import {
  bob,
  carol,
  cc,
  CoinLedger,
  coinsAsInputs,
  day,
  dso,
  provider,
} from "../../coin-fixture.js";

const lifetime = 90 * day;

describe("a preapproval made by the rules", () => {
  const make = (
    ledger: CoinLedger,
    by: ReadonlyArray<string>,
    more: { expectedDso?: string } = {},
  ) =>
    ledger.exercise(by, AmuletRules_CreateTransferPreapproval, ledger.rules, {
      context: ledger.paymentContext(),
      inputs: coinsAsInputs(ledger, provider),
      receiver: bob,
      provider,
      expiresAt: BigInt(ledger.now + lifetime),
      expectedDso: more.expectedDso,
    });

  const table: ReadonlyArray<readonly [ReadonlyArray<string>, string | undefined, string]> = [
    [
      [bob, provider],
      undefined,
      "Expected DSO party not set by caller. Please change your code to set it as a prudent security measure.",
    ],
    [[bob, provider], dso, "accepted"],
    [
      [bob, provider],
      carol,
      "DSO party expected by caller 'carol' does not match actual DSO party 'DSO'",
    ],
    [[bob], undefined, "DAML_AUTHORIZATION_ERROR"],
    [[provider], undefined, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [by, expectedDso, outcome] of table) {
    it(`by ${by.map((party) => party.split("::")[0]).join()}, expecting ${expectedDso?.split("::")[0] ?? "nobody"}: ${outcome}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(provider, "100");
      const more = expectedDso === undefined ? {} : { expectedDso };
      expect(ledger.reasonOf(() => make(ledger, by, more))).to.equal(outcome);
    });
  }

  it("says what was burned and keeps the rest for the provider", () => {
    const ledger = new CoinLedger();
    ledger.tap(provider, "100");
    const { meta, transferResult } = make(ledger, [bob, provider], { expectedDso: dso });
    expect(Object.fromEntries(meta?.values ?? [])).to.deep.equal({
      [metadataKeys.txKind]: "burn",
      [metadataKeys.reason]: "create TransferPreapproval",
      [metadataKeys.burned]: "2.466",
    });
    expect(transferResult.meta).to.equal(undefined);
    const [change] = transferResult.summary.balanceChanges;
    expect(change?.[1].changeToInitialAmountAsOfRoundZero).to.equal(cc("-2.466"));
    expect(change?.[1].changeToHoldingFeesRate).to.equal(0n);
  });
});

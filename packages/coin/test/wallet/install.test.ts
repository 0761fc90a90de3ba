import { expect } from "chai";
import { WalletAppInstall } from "../../src/index.js";
import { alice, bob, CoinLedger, dso, validator } from "../coin-fixture.js";

const install = {
  dsoParty: dso,
  validatorParty: validator,
  endUserName: "alice",
  endUserParty: alice,
};

const archive = (ledger: CoinLedger, contractId: string, by: ReadonlyArray<string>) =>
  ledger.submit(by, [
    {
      kind: "ExerciseCommand",
      templateId: "#splice-wallet:Splice.Wallet.Install:WalletAppInstall",
      contractId,
      choice: "Archive",
      choiceArgument: {},
    },
  ]);

describe("the wallet of a user", () => {
  const makers: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [[alice, validator], "accepted"],
    [[alice], "DAML_AUTHORIZATION_ERROR"],
    [[validator], "DAML_AUTHORIZATION_ERROR"],
    [[bob, validator], "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [by, outcome] of makers) {
    it(`answers its installation by ${by.map((party) => party.split("::")[0] ?? "").join()} with ${outcome}`, () => {
      const ledger = new CoinLedger();
      expect(ledger.reasonOf(() => ledger.create(by, WalletAppInstall, install))).to.equal(outcome);
    });
  }

  it("goes when user and operator agree, who is the one that acts as both", () => {
    const ledger = new CoinLedger();
    const cid = ledger.create([alice, validator], WalletAppInstall, install);
    expect(ledger.reasonOf(() => archive(ledger, cid, [validator]))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    archive(ledger, cid, [alice, validator]);
    expect(ledger.active(WalletAppInstall)).to.deep.equal([]);
  });

  it("can be the operator's own", () => {
    const ledger = new CoinLedger();
    ledger.create([validator], WalletAppInstall, { ...install, endUserParty: validator });
    expect(ledger.active(WalletAppInstall)).to.have.lengthOf(1);
  });
});

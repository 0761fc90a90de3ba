import { ValidatorLicense } from "@tallystick/coin";
import type { Static } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { automationOf } from "../automation-of.js";
import { choicesOf, exercised, held } from "../held-contracts.js";
import { alice, dso, minute, operator, start, WalletLedger } from "../wallet-ledger.js";

const reports = automationOf("report-in-validator-license");
const ledger = new WalletLedger().bootstrap().withWallets();
const config = { contactPoint: "help@example.org" };

type License = Static<(typeof ValidatorLicense)["payload"]>;

const license = (id: string, change: Partial<License> = {}) =>
  held(ValidatorLicense, id, {
    validator: operator,
    sponsor: operator,
    dso,
    faucetState: undefined,
    metadata: undefined,
    lastActiveAt: undefined,
    ...change,
  });

const metadata = (change: Partial<NonNullable<License["metadata"]>> = {}) => ({
  lastUpdatedAt: BigInt(start),
  version: "0.6.1",
  contactPoint: "help@example.org",
  ...change,
});

const planned = (
  change: Partial<License>,
  passed: number,
  isWaiting: (commandId: string) => boolean = () => false,
) =>
  ledger.plan(reports, operator, config, {
    now: start + passed,
    view: inMemoryContracts([license("others", { dso: alice }), license("own", change)]),
    isWaiting,
  });

describe("what the operator reports in its licence", () => {
  const update = "ValidatorLicense_UpdateMetadata";
  const active = "ValidatorLicense_ReportActive";
  const rows: ReadonlyArray<
    readonly [what: string, change: Partial<License>, passed: number, choice?: string]
  > = [
    ["how it can be reached, first of all", {}, 0, update],
    [
      "nothing when that is said, and it was there",
      { metadata: metadata(), lastActiveAt: BigInt(start) },
      0,
    ],
    ["nothing within an hour", { metadata: metadata(), lastActiveAt: BigInt(start) }, 60 * minute],
    [
      "that it is there",
      { metadata: metadata(), lastActiveAt: BigInt(start) },
      60 * minute + 1,
      active,
    ],
    ["that it is there, where nothing says when it was", { metadata: metadata() }, 0, active],
    [
      "another version after an hour",
      { metadata: metadata({ version: "0.6.0" }), lastActiveAt: BigInt(start) },
      60 * minute + 1,
      update,
    ],
    [
      "another contact point after an hour",
      { metadata: metadata({ contactPoint: "" }), lastActiveAt: BigInt(start) },
      60 * minute + 1,
      update,
    ],
    [
      "another contact point not sooner",
      { metadata: metadata({ contactPoint: "" }), lastActiveAt: BigInt(start) },
      60 * minute,
    ],
  ];
  for (const [what, change, passed, choice] of rows) {
    it(`is ${what}`, () => {
      const submissions = planned(change, passed);
      expect(choicesOf(submissions)).to.deep.equal(choice === undefined ? [] : [choice]);
      for (const { contractId } of exercised(submissions)) expect(contractId).to.equal("own");
    });
  }

  it("is not tried again while the last try waits", () => {
    expect(planned({}, 0, (id) => id === "report-in-license/own")).to.deep.equal([]);
  });

  it("is accepted by the ledger, once for all and then once an hour", () => {
    const running = new WalletLedger().bootstrap().withWallets();
    expect(running.automate(reports, operator, config)).to.equal(1);
    const [made] = running.view.of(ValidatorLicense, operator);
    expect(made?.payload.metadata).to.deep.equal(metadata());
    running.now += 60 * minute;
    expect(running.automate(reports, operator, config)).to.equal(0);
    running.now += 1;
    expect(running.automate(reports, operator, config)).to.equal(1);
  });
});

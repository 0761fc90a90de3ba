import { definePackage } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { openLedger } from "../../../src/open/open-ledger.js";
import { iouId, iouPackage } from "../../iou-package.js";
import {
  allocate,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  iouBy,
  leftOf,
  openTest,
  optionsOf,
} from "../../test-ledger.js";

describe("A ledger that is opened without a package it had", () => {
  const begun = async () => {
    const store = inMemoryStore();
    const ledger = await openTest({ store });
    const party = await allocate(ledger, "alice");
    const { completionOffset } = await commit(ledger, iouBy(party, party, "one"));
    const contractId = await contractAt(ledger, party, completionOffset);
    return { store, ledger, party, contractId };
  };

  it("names it while there are active contracts of it, and appends nothing", async () => {
    const { store, ledger } = await begun();
    await ledger.close();
    const end = await store.lastEvent("participant-participant");
    const refused = leftOf(await openLedger(optionsOf({ store, packages: [] })));
    expect(refused).to.deep.equal({
      kind: "packages",
      message:
        "packages: the journal has active contracts of node-test 1.0.0; add it to `packages`, even if a later version is there",
    });
    expect(await store.lastEvent("participant-participant")).to.deep.equal(end);
    await (await openTest({ store })).close();
  });

  it("names it also when there is a later version, and opens once the contracts are archived", async () => {
    const { store, ledger, party, contractId } = await begun();
    await ledger.close();
    const later = definePackage({ ...iouPackage, version: "1.1.0" });
    const only = leftOf(await openLedger(optionsOf({ store, packages: [later] })));
    expect(only.message).to.match(/active contracts of node-test 1\.0\.0;/);
    const second = await openTest({ store, packages: [later, iouPackage] });
    await commit(second, commandsBy(party, "end", exerciseOf(iouId, contractId, "Archive")));
    await second.close();
    const third = await openTest({ store, packages: [] });
    expect(third.unreadyReason()).to.equal(undefined);
  });
});

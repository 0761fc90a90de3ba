import { coinPackages, holdingV1 } from "@tallystick/coin";
import {
  compileCatalog,
  type CompiledCatalog,
  definePackage,
  instance,
  numeric,
  type Package,
  party,
  record,
  template,
  type TransactionCommitted,
} from "@tallystick/core";
import { sha256 } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { drawnStory } from "../../src/story/drawn-story.js";
import { committed, created, exercised, stateWith } from "../rules/rule-fixture.js";

const Gold = template("Gold:Gold", {
  payload: record({ issuer: party, owner: party, amount: numeric }),
  signatories: ({ issuer }) => [issuer],
});

/** A token that is no coin: what it is worth says its view alone. */
const goldPackage = definePackage({
  name: "gold",
  version: "1.0.0",
  templates: [Gold],
  instances: [
    instance(Gold, holdingV1.Holding, {
      view: ({ issuer: admin, owner, amount }) => ({
        owner,
        instrumentId: { admin, id: "Gold" },
        amount,
        lock: undefined,
        meta: { values: new Map() },
      }),
      methods: () => ({}),
    }),
  ],
});

const catalogOf = (...packages: ReadonlyArray<Package>): CompiledCatalog => {
  const compiled = compileCatalog(packages, sha256);
  return isLeft(compiled) ? expect.fail(compiled.left.message) : compiled.right;
};
const catalog = catalogOf(...coinPackages, goldPackage);
const [issuer, owner] = [`bank::1220${"ab".repeat(32)}`, `alice::1220${"cd".repeat(32)}`];

describe("A transaction of the journal as a picture needs it", () => {
  const state = stateWith(created("00", { observers: ["observer"] }));
  const isDisclosed = (more: Partial<TransactionCommitted>): boolean | undefined =>
    drawnStory(state, committed([exercised("00")], more), catalog).contracts.get("00")?.isDisclosed;
  const disclosedContracts = [{ contractId: "00", blobDigest: "" }];

  it("names a contract that its submitters could use only as it was disclosed", () => {
    expect(isDisclosed({ actAs: ["stranger"], disclosedContracts })).to.equal(true);
  });

  it("does not where a submitter is a stakeholder, or nothing was disclosed", () => {
    expect(isDisclosed({ actAs: ["observer"], disclosedContracts })).to.equal(false);
    const reads = { actAs: ["stranger"], readAs: ["observer"], disclosedContracts };
    expect(isDisclosed(reads)).to.equal(false);
    expect(isDisclosed({ actAs: ["stranger"] })).to.equal(false);
  });

  it("has the amounts of every token whose code is there", () => {
    const { packageId = "" } = catalog.templateOf(Gold)?.package ?? {};
    const of = (units: string) => ({
      templateId: `${packageId}:Gold:Gold`,
      packageName: "gold",
      payload: { issuer, owner, amount: units },
    });
    const before = stateWith(created("00", of("2.5")));
    const event = committed([exercised("00", { consuming: true }), created("01", of("1.0"))]);
    const { contracts, nodes } = drawnStory(before, event, catalog);
    const holding = { owner, admin: issuer, id: "Gold", isLocked: false };
    expect(contracts.get("00")?.holding).to.deep.equal({ ...holding, units: 25_000_000_000n });
    const [, made] = nodes;
    expect(made?.kind === "create" ? made.contract.holding : undefined).to.deep.equal({
      ...holding,
      units: 10_000_000_000n,
    });
    const unread = drawnStory(before, event, catalogOf(...coinPackages)).contracts.get("00");
    expect(unread?.holding).to.equal(undefined);
  });
});

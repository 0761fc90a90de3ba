import {
  contextKeys,
  FeaturedAppRight,
  LockedAmulet,
  metadataV1,
  TransferPreapproval,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import {
  allocationFactoryContext,
  deliveryContext,
  extraArgsOf,
  featuredRightFor,
  type RegistryContext,
  releaseContext,
  transferFactoryContext,
} from "../../src/index.js";
import { preapprovalFor } from "../../src/registry/choice-contexts.js";
import { held, round } from "../held-contracts.js";
import { alice, bob, carol, cc, dso, start, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const preapproval = (id: string, expiresAt: number, validFrom = 0, receiver = bob): Contract =>
  held(TransferPreapproval, id, {
    dso,
    receiver,
    provider: carol,
    validFrom: BigInt(validFrom),
    lastRenewedAt: 0n,
    expiresAt: BigInt(expiresAt),
  });
const featured = held(FeaturedAppRight, "right", { dso, provider: carol });
const locked = held(LockedAmulet, "locked", {
  amulet: {
    dso,
    owner: alice,
    amount: {
      initialAmount: cc("1"),
      createdAt: round(0),
      ratePerRound: { rate: cc("0") },
    },
  },
  lock: { holders: [dso], expiresAt: BigInt(start), optContext: undefined },
});

/** The contract ids of a context, by their keys. */
const named = ({ context }: RegistryContext) =>
  Object.fromEntries(
    [...context.values].map(([key, { tag, value }]) => [key, tag === "AV_List" ? "list" : value]),
  );
const state = network.externalPartyConfigStates.at(-1)?.contractId ?? "";
const ofRounds = {
  [contextKeys.amuletRules]: network.amuletRules,
  [contextKeys.openRound]: network.round.contractId,
  [contextKeys.externalPartyConfigState]: state,
};
const roundIds = [network.amuletRules, network.round.contractId, state];

describe("the preapproval by which a party can be paid", () => {
  const rows: ReadonlyArray<
    readonly [what: string, contracts: ReadonlyArray<Contract>, found: string | undefined]
  > = [
    ["none", [], undefined],
    ["one that is valid", [preapproval("p", start + 1)], "p"],
    ["one that has just expired", [preapproval("p", start)], undefined],
    ["one that begins now", [preapproval("p", start + 9, start)], "p"],
    ["one that begins later", [preapproval("p", start + 9, start + 1)], undefined],
    ["another receiver's", [preapproval("p", start + 1, 0, alice)], undefined],
    ["several", [preapproval("short", start + 1), preapproval("long", start + 5)], "long"],
  ];
  for (const [what, contracts, found] of rows) {
    it(`of ${what} is ${found ?? "none"}`, () => {
      const view = inMemoryContracts(contracts);
      expect(preapprovalFor(view, bob, start)?.contractId).to.equal(found);
    });
  }
});

describe("the context of a transfer's beginning", () => {
  const context = (receiver: string, ...contracts: ReadonlyArray<Contract>) =>
    transferFactoryContext(inMemoryContracts(contracts), network, alice, receiver, start);

  it("to oneself needs rules, round and state, and discloses them with the factory", () => {
    const found = context(alice, preapproval("own", start + 1, 0, alice));
    expect(found.kind).to.equal("self");
    expect(named(found)).to.deep.equal(ofRounds);
    expect(found.disclosed).to.have.members([...roundIds, network.externalPartyRules]);
  });

  it("without a preapproval is an offer", () => {
    const found = context(bob);
    expect([found.kind, named(found)]).to.deep.equal(["offer", ofRounds]);
  });

  it("over a preapproval names it, and its provider's featured right where there is one", () => {
    const plain = context(bob, preapproval("p", start + 1));
    expect([plain.kind, named(plain)]).to.deep.equal([
      "direct",
      { ...ofRounds, [contextKeys.transferPreapproval]: "p" },
    ]);
    const found = context(bob, preapproval("p", start + 1), featured);
    expect(named(found)).to.deep.equal({
      ...ofRounds,
      [contextKeys.transferPreapproval]: "p",
      [contextKeys.featuredAppRight]: "right",
    });
    expect(found.disclosed).to.have.members([
      ...roundIds,
      network.externalPartyRules,
      "p",
      "right",
    ]);
  });
});

describe("the contexts of what is locked", () => {
  it("reserved at the factory needs rules, round and state", () => {
    const found = allocationFactoryContext(network);
    expect(named(found)).to.deep.equal(ofRounds);
    expect(found.disclosed).to.have.members([...roundIds, network.externalPartyRules]);
  });

  it("delivered discloses the lock, and names the executor's featured right; there is none for a coin that is gone", () => {
    const view = inMemoryContracts([locked, featured]);
    const delivery = (executor?: string) => {
      const found = deliveryContext(view, network, "locked", executor);
      if (found === undefined) throw new Error("no context");
      return found;
    };
    const ofLock = { ...ofRounds, [contextKeys.expireLock]: true };
    expect(named(delivery())).to.deep.equal(ofLock);
    expect(named(delivery(carol))).to.deep.equal({
      ...ofLock,
      [contextKeys.featuredAppRight]: "right",
    });
    expect(delivery(carol).disclosed).to.include("locked");
    expect(deliveryContext(view, network, "gone")).to.equal(undefined);
  });

  for (const [id, isLocked] of [
    ["locked", true],
    ["gone", false],
  ] as const) {
    it(`given back says whether it is still locked: ${isLocked}`, () => {
      const found = releaseContext(inMemoryContracts([locked]), network, id);
      const rounds = isLocked ? ofRounds : {};
      expect(named(found)).to.deep.equal({ ...rounds, [contextKeys.expireLock]: isLocked });
      expect(found.disclosed.includes(id)).to.equal(isLocked);
    });
  }

  it("are passed as extra arguments, with metadata or none", () => {
    const context = allocationFactoryContext(network);
    expect(extraArgsOf(context)).to.deep.equal({
      context: context.context,
      meta: metadataV1.emptyMetadata,
    });
    const meta = { values: new Map([["k", "v"]]) };
    expect(extraArgsOf(context, meta).meta).to.equal(meta);
  });
});

describe("a provider's featured right", () => {
  it("is its own, or there is none", () => {
    const view = inMemoryContracts([featured]);
    expect(featuredRightFor(view, dso, carol)).to.equal("right");
    for (const other of [alice, dso])
      expect(featuredRightFor(view, dso, other)).to.equal(undefined);
  });

  it("is the DSO's, whatever others have given the provider", () => {
    const others = held(FeaturedAppRight, "others", { dso: alice, provider: carol });
    expect(featuredRightFor(inMemoryContracts([others, featured]), dso, carol)).to.equal("right");
    expect(featuredRightFor(inMemoryContracts([others]), dso, carol)).to.equal(undefined);
  });
});

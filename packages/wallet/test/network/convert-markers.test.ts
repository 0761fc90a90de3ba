import { FeaturedAppActivityMarker, MemberTraffic } from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { convertMarkers, mergeTraffic } from "../../src/network/convert-markers.js";
import { exercised, heldAs, int, manyAs, withNames } from "../held-contracts.js";
import { alice, bob, cc, dso, synchronizerId, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const markers = (count: number): ReadonlyArray<Contract> =>
  manyAs(count, FeaturedAppActivityMarker, "marker", {
    dso,
    provider: alice,
    beneficiary: bob,
    weight: cc("1"),
  });
const traffic = (count: number, memberId: string, migrationId = 0): ReadonlyArray<Contract> =>
  manyAs(count, MemberTraffic, `${memberId}-${migrationId}`, {
    dso,
    memberId,
    synchronizerId,
    migrationId: int(migrationId),
    totalPurchased: int(1),
    numPurchases: int(1),
    amuletSpent: cc("1"),
    usdSpent: cc("1"),
  });
const ids = (name: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe("the conversion of markers", () => {
  it("is for the round in use, with the oldest hundred markers at once", () => {
    expect(convertMarkers(inMemoryContracts([]), network)).to.deep.equal([]);
    const steps = convertMarkers(inMemoryContracts(markers(120)), network);
    expect(steps.map(({ commandId, actAs }) => [withNames(commandId), actAs])).to.deep.equal([
      ["convert-markers/marker-0", [dso]],
    ]);
    expect(exercised(steps)).to.deep.equal([
      {
        choice: "AmuletRules_ConvertFeaturedAppActivityMarkers",
        contractId: network.amuletRules,
        argument: {
          markerCids: ids("marker", 100),
          openMiningRoundCid: network.round.contractId,
        },
      },
    ]);
  });
});

describe("activity that is worth nothing", () => {
  const weighing = (weight: string, provider: string, ...names: ReadonlyArray<string>) =>
    names.map((name) => {
      const payload = { dso, provider, beneficiary: bob, weight: cc(weight) };
      return heldAs(FeaturedAppActivityMarker, name, payload);
    });
  // 1 USD for an activity, at 1,000,000 USD per CC
  const { payload } = network.round;
  const dear = {
    ...network,
    config: { ...network.config, featuredAppActivityMarkerAmount: cc("1") },
    round: { ...network.round, payload: { ...payload, amuletPrice: cc("1000000") } },
  };

  it("is archived together with what is converted, judged by all weights of one coupon together", () => {
    const little = weighing("0.00005", bob, "one");
    const enough = weighing("0.00005", alice, "two", "three");
    const steps = exercised(convertMarkers(inMemoryContracts([...little, ...enough]), dear));
    expect(steps.map(({ choice, argument }) => [choice, argument])).to.deep.equal([
      [
        "AmuletRules_ConvertFeaturedAppActivityMarkers",
        { markerCids: ["two", "three"], openMiningRoundCid: dear.round.contractId },
      ],
      ["Archive", {}],
    ]);
    expect(steps[1]?.contractId).to.equal("one");
  });

  it("is archived alone where there is nothing else", () => {
    const steps = exercised(
      convertMarkers(inMemoryContracts(weighing("0.00005", bob, "one")), dear),
    );
    expect(steps).to.deep.equal([{ choice: "Archive", contractId: "one", argument: {} }]);
  });
});

describe("the merging of records of traffic", () => {
  const merged = (...records: ReadonlyArray<Contract>) =>
    exercised(mergeTraffic(inMemoryContracts(records), network));

  it("begins with a member's tenth record", () => {
    expect(merged(...traffic(9, "a"))).to.deep.equal([]);
    expect(merged(...traffic(10, "a"), ...traffic(9, "b"))).to.deep.equal([
      {
        choice: "AmuletRules_MergeMemberTrafficContracts",
        contractId: network.amuletRules,
        argument: { trafficCids: ids("a-0", 10) },
      },
    ]);
  });

  it("keeps members and migrations apart", () => {
    expect(merged(...traffic(5, "a"), ...traffic(5, "b"), ...traffic(5, "a", 1))).to.deep.equal([]);
    const both = merged(...traffic(10, "a"), ...traffic(10, "a", 1));
    expect(both.map(({ argument }) => argument)).to.deep.equal([
      { trafficCids: ids("a-0", 10) },
      { trafficCids: ids("a-1", 10) },
    ]);
  });

  it("finds a member with too many behind any number of members with one each", () => {
    const others = Array.from({ length: 1_000 }, (_, index) => traffic(1, `m${index}`)).flat();
    expect(merged(...others)).to.deep.equal([]);
    expect(merged(...others, ...traffic(10, "late")).map(({ argument }) => argument)).to.deep.equal(
      [{ trafficCids: ids("late-0", 10) }],
    );
  });

  it("merges a hundred at once", () => {
    const [only] = merged(...traffic(120, "a"));
    expect(only?.argument).to.deep.equal({ trafficCids: ids("a-0", 100) });
  });
});

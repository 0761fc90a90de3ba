import { assert } from "chai";
import { changedResources, queryKey } from "../../src/states/resources.js";

describe("what pages read again", () => {
  it("is what a transaction changed, each once", () => {
    assert.sameMembers(
      [...(changedResources(["Amulet", "LockedAmulet"]) ?? [])],
      ["balance", "coins", "transactions", "contracts", "updates"],
    );
    assert.sameMembers([...(changedResources([]) ?? [])], ["contracts", "updates"]);
  });

  it("is everything when an entity is not known", () => {
    assert.isUndefined(changedResources(["Amulet", "Iou"]));
  });

  it("has keys that begin with network, party and resource", () => {
    assert.deepEqual(queryKey("dev", "a::b", "inbox"), ["dev", "a::b", "inbox", {}]);
  });
});

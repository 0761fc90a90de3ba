import type { ExerciseNode, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { checkLocks } from "../../src/rules/coin-locks.js";
import { committed, created, exercised, lockedCoin, said, stateWith } from "./rule-fixture.js";

const coin = { templateId: "p:Splice.Amulet:Amulet", packageName: "splice-amulet" };
const lock = { templateId: "p:Splice.Amulet:LockedAmulet", packageName: "splice-amulet" };
const expiresAt = "1970-01-01T00:00:01Z";
const expiry = 1_000_000;

describe("The opening of locks (C5)", () => {
  const payload = lockedCoin("owner", ["holder", "other"], expiresAt);
  const state = stateWith(created("00", { ...lock, payload }));
  const given = { ...coin, payload: { owner: "owner", amount: "1.0" } };
  const opened = (
    choice: string,
    actingParties: ReadonlyArray<string>,
    effectiveAt = expiry,
    below: ReadonlyArray<TransactionNode> = [created("01", given)],
    more: Partial<ExerciseNode> = {},
  ) => {
    const node = exercised("00", {
      ...lock,
      choice,
      actingParties,
      lastDescendantNodeId: below.length,
      ...more,
    });
    const event = committed([node, ...below, created("09", coin)], { effectiveAt });
    return said("C5", (book) => checkLocks(state, event, book));
  };
  const unlock = "LockedAmulet_UnlockV2";
  const expire = "LockedAmulet_OwnerExpireLockV2";
  const all = ["owner", "holder", "other"];
  const none = { checked: 1, found: [] };

  it("is right by owner and holders together, and by the owner from the expiry on", () => {
    expect(opened(unlock, all, 0)).to.deep.equal(none);
    expect(opened(expire, ["owner"], expiry)).to.deep.equal(none);
  });

  for (const missing of all) {
    it(`is found where ${missing} does not act`, () => {
      const acting = all.filter((party) => party !== missing);
      expect(opened(unlock, acting).found).to.deep.equal([
        `2.0: a lock is opened without "${missing}", its owner or a holder`,
      ]);
    });
  }

  it("is found before the lock expires", () => {
    expect(opened(expire, ["owner"], expiry - 1).found).to.deep.equal([
      `2.0: a lock is opened by its owner before it expires at "${expiresAt}"`,
    ]);
  });

  const was = '{"owner":"owner","amount":"1.0"}';
  const richer = created("01", { ...coin, payload: { owner: "owner", amount: "2.0" } });
  const others: ReadonlyArray<
    readonly [what: string, below: ReadonlyArray<TransactionNode>, are: string]
  > = [
    ["no coin", [], "no coin"],
    ["another coin", [richer], '{"owner":"owner","amount":"2.0"}'],
    ["two coins", [created("01", given), created("02", given)], `${was} and ${was}`],
    ["a coin of another package", [created("01", { ...given, packageName: "fake" })], "no coin"],
  ];
  for (const [what, below, are] of others) {
    it(`is found where the lock becomes ${what}`, () => {
      expect(opened(unlock, all, 0, below).found).to.deep.equal([
        `2.0: the coin ${was} was locked, but it becomes ${are}`,
      ]);
    });
  }

  it("is checked for locks made in the same transaction", () => {
    const node = exercised("07", { ...lock, choice: unlock, lastDescendantNodeId: 3 });
    const made = [created("06"), created("07", { ...lock, payload })];
    const event = committed([...made, node, created("01", given)]);
    const { found } = said("C5", (book) => checkLocks(state, event, book));
    expect(found).to.deep.equal(['2.2: a lock is opened without "owner", its owner or a holder']);
  });

  it("concerns neither other choices, nor other templates, nor contracts that are not active", () => {
    const notChecked = { checked: 0, found: [] };
    expect(opened("Other", [])).to.deep.equal(notChecked);
    expect(opened("toString", [])).to.deep.equal(notChecked);
    const elsewhere = { packageName: "fake" };
    expect(opened(unlock, [], 0, [], elsewhere)).to.deep.equal(notChecked);
    expect(opened(unlock, [], 0, [], { contractId: "05" })).to.deep.equal(notChecked);
  });
});

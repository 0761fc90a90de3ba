import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { updateIdOf } from "@tallystick/core";
import type { UpdatePlace, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import { allocationUpdateId } from "../../src/projection/project-topology.js";
import {
  contextAt,
  createOf,
  entriesOf,
  leftOf,
  partyAt,
  rightOf,
  timeAt,
  transactionAt,
} from "../journal-fixture.js";

const seedAt = (offset: number): string => offset.toString(16).padStart(56, "0");
const placed = (offset: number): string => updateIdOf(seedAt(offset), offset);
const signed = `1220${"ef".repeat(32)}`;
const signedHash = Buffer.from("ef".repeat(32), "hex").toString("base64");

const entries = entriesOf([
  transactionAt(1, [createOf(0, "a", ["alice"])], { updateId: placed(1) }),
  partyAt(2, "zoe"),
  transactionAt(3, [createOf(0, "b", ["bob"])], { updateId: placed(3) }),
  transactionAt(4, [createOf(0, "c", ["alice"])], { updateId: signed }),
]);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(entries.length);
const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const;
const updateFormat = {
  includeTransactions: { eventFormat: everythingFor("alice"), transactionShape },
  includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
};
const { includeTransactions: transactionFormat } = updateFormat;
const zoe = allocationUpdateId("zoe", 2, timeAt(2) + 1);

describe("One update", () => {
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const update = (at: UpdatePlace, of = context) => views.queries(of).update({ at, updateFormat });

  for (const [what, at, updateId] of [
    ["its offset", { offset: 1 }, placed(1)],
    ["an id that tells its place", { updateId: placed(1) }, placed(1)],
    ["an id that does not", { updateId: signed }, signed],
    ["an id in capital letters", { updateId: signed.toUpperCase() }, signed],
  ] as const) {
    it(`is found by ${what}`, async () => {
      const found = rightOf(await update(at));
      expect(JSON.stringify(found)).to.include(updateId);
    });
  }

  it("may be the allocation of a party", async () => {
    for (const at of [{ offset: 2 }, { updateId: zoe }])
      expect(JSON.stringify(rightOf(await update(at)))).to.include('"partyId":"zoe"');
  });

  for (const [what, at] of [
    ["at an offset to come", { offset: 99 }],
    ["of other parties", { offset: 3 }],
    ["of other parties, by its id", { updateId: placed(3) }],
    ["with the id of another place", { updateId: updateIdOf(seedAt(1), 3) }],
    ["with an unknown id", { updateId: `1220${"00".repeat(32)}` }],
    ["with a hash that nobody signed here", { transactionHash: signedHash }],
  ] as const) {
    it(`is not found ${what}`, async () => {
      expect(leftOf(await update(at)).code).to.equal("UPDATE_NOT_FOUND");
    });
  }

  for (const [what, at, code] of [
    ["offset 0", { offset: 0 }, "NON_POSITIVE_OFFSET"],
    ["half an offset", { offset: 1.5 }, "INVALID_ARGUMENT"],
    ["an empty id", { updateId: "" }, "MISSING_FIELD"],
    ["no id", { updateId: "xyz" }, "INVALID_ARGUMENT"],
    ["a long text", { updateId: "x".repeat(9_000) }, "INVALID_ARGUMENT"],
    ["an empty hash", { transactionHash: "" }, "MISSING_FIELD"],
    ["a hash that is no Base64", { transactionHash: "?" }, "INVALID_FIELD"],
  ] as const) {
    it(`is not looked for at ${what}: ${code}`, async () => {
      const error = leftOf(await update(at));
      expect(error.code).to.equal(code);
      expect(error.cause.length).to.be.below(500);
    });
  }

  it("is not found where it was pruned", async () => {
    const pruned = { ...context, prunedUpTo: () => 1 };
    expect(leftOf(await update({ offset: 1 }, pruned)).code).to.equal("UPDATE_NOT_FOUND");
    rightOf(await update({ offset: 4 }, pruned));
  });

  describe("that is a transaction", () => {
    const transaction = (at: { readonly offset: number } | { readonly updateId: string }) =>
      views.queries(context).transaction({ at, transactionFormat });

    it("is found by its place and its id", async () => {
      expect(rightOf(await transaction({ offset: 1 })).updateId).to.equal(placed(1));
      expect(rightOf(await transaction({ updateId: signed })).offset).to.equal(4);
    });

    it("is not an allocation of a party", async () => {
      expect(leftOf(await transaction({ offset: 2 })).code).to.equal("UPDATE_NOT_FOUND");
      expect(leftOf(await transaction({ updateId: zoe })).code).to.equal("UPDATE_NOT_FOUND");
    });
  });
});

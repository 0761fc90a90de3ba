import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { resolveUpdateFormat, transactionsOnly } from "../../src/format/resolved-update-format.js";
import { catalog, leftOf, rightOf } from "../journal-fixture.js";

const eventFormat = everythingFor("alice");
const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA" as const;
const includeTransactions = { eventFormat, transactionShape };
const brokenFormat = {
  filtersByParty: {
    alice: {
      cumulative: [
        {
          kind: "template" as const,
          templateId: "#unknown:A:B",
          includeCreatedEventBlob: false,
        },
      ],
    },
  },
  verbose: false,
};

describe("An update format", () => {
  it("without parts wants nothing", () => {
    expect(rightOf(resolveUpdateFormat({}, catalog))).to.deep.equal({
      transactions: undefined,
      topology: undefined,
    });
  });

  it("wants transactions where it has a format for them", () => {
    const resolved = rightOf(resolveUpdateFormat({ includeTransactions }, catalog));
    expect(resolved.transactions).to.not.equal(undefined);
    expect(resolved.topology).to.equal(undefined);
    if (resolved.transactions !== undefined)
      expect(transactionsOnly(resolved.transactions)).to.deep.equal(resolved);
  });

  for (const [parties, size] of [
    [[], 0],
    [["alice"], 1],
    [["alice", "bob::1220aa", "alice"], 2],
  ] as const) {
    it(`wants the hosting of ${size === 0 ? "everybody" : `${size} parties`}`, () => {
      const includeTopologyEvents = {
        includeParticipantAuthorizationEvents: { parties: [...parties] },
      };
      const resolved = rightOf(resolveUpdateFormat({ includeTopologyEvents }, catalog));
      expect(resolved.topology?.parties.size).to.equal(size);
      expect(resolved.transactions).to.equal(undefined);
    });
  }

  it("wants no hosting where its topology says nothing of it", () => {
    const resolved = rightOf(resolveUpdateFormat({ includeTopologyEvents: {} }, catalog));
    expect(resolved.topology).to.equal(undefined);
  });

  for (const party of ["", "not a party!", "é", "x".repeat(300)]) {
    it(`does not take ${JSON.stringify(party.slice(0, 20))} for a party`, () => {
      const includeTopologyEvents = {
        includeParticipantAuthorizationEvents: { parties: ["alice", party] },
      };
      const error = leftOf(resolveUpdateFormat({ includeTopologyEvents }, catalog));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(JSON.stringify(error)).to.include("includeParticipantAuthorizationEvents.parties");
      expect(error.cause.length).to.be.below(250);
    });
  }

  for (const [what, format] of [
    ["transactions", { includeTransactions: { eventFormat: brokenFormat, transactionShape } }],
    ["reassignments", { includeReassignments: brokenFormat }],
  ] as const) {
    it(`is an error when the filter of ${what} names what is not there`, () => {
      expect(leftOf(resolveUpdateFormat(format, catalog)).code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    });
  }
});

import { everythingFor, type UpdateFormat } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import { formatRights, readRights, updateFormatRights } from "../../src/auth/format-rights.js";
import type { RequiredRight } from "../../src/auth/required-right.js";

const readAs = (party: string): RequiredRight => ({ kind: "read-as", party });
const readAsAny: RequiredRight = { kind: "read-as-any" };
const anybody = { cumulative: [] };

describe("the rights to read", () => {
  it("are one for each party, and for no one in particular that of any party", () => {
    expect(readRights([])).to.deep.equal([readAsAny]);
    expect(readRights(["alice", "bob"])).to.deep.equal([readAs("alice"), readAs("bob")]);
  });

  it("of a format are those of its parties, and of any party where it filters for any", () => {
    expect(formatRights(undefined)).to.deep.equal([]);
    expect(formatRights({ filtersByParty: {} })).to.deep.equal([]);
    expect(formatRights(everythingFor("alice", "bob"))).to.deep.equal([
      readAs("alice"),
      readAs("bob"),
    ]);
    expect(formatRights({ filtersByParty: {}, filtersForAnyParty: anybody })).to.deep.equal([
      readAsAny,
    ]);
    expect(formatRights({ ...everythingFor("alice"), filtersForAnyParty: anybody })).to.deep.equal([
      readAs("alice"),
      readAsAny,
    ]);
  });

  it("leave out no party of a format, whatever it is called", () => {
    const parties = fc.uniqueArray(fc.oneof(fc.string(), fc.constant("__proto__")));
    fc.assert(
      fc.property(parties, (names) => {
        const needed = formatRights(everythingFor(...names));
        expect(new Set(needed.map((right) => ("party" in right ? right.party : "")))).to.deep.equal(
          new Set(names),
        );
      }),
    );
  });
});

describe("the rights to see updates", () => {
  const rows: ReadonlyArray<
    readonly [what: string, format: UpdateFormat, needed: ReadonlyArray<RequiredRight>]
  > = [
    ["nothing", {}, []],
    [
      "transactions",
      {
        includeTransactions: {
          eventFormat: everythingFor("alice"),
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        },
      },
      [readAs("alice")],
    ],
    ["reassignments", { includeReassignments: everythingFor("bob") }, [readAs("bob")]],
    ["topology events of none in particular", { includeTopologyEvents: {} }, []],
    [
      "topology events of all parties",
      { includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } } },
      [readAsAny],
    ],
    [
      "topology events of one party",
      { includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: ["carol"] } } },
      [readAs("carol")],
    ],
    [
      "each kind",
      {
        includeTransactions: {
          eventFormat: { filtersByParty: {}, filtersForAnyParty: anybody },
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        },
        includeReassignments: everythingFor("bob"),
        includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: ["carol"] } },
      },
      [readAsAny, readAs("bob"), readAs("carol")],
    ],
  ];
  for (const [what, format, needed] of rows) {
    it(`are for ${what} ${needed.length === 0 ? "none" : JSON.stringify(needed)}`, () => {
      expect(updateFormatRights(format)).to.deep.equal(needed);
    });
  }
});

import type { Json } from "@tallystick/core";
import { expect } from "chai";
import { requestLapsesAt } from "../../src/index.js";
import { alice, bob } from "../wallet-ledger.js";

const meta = { values: {} };
const account = (owner: string) => ({ owner, provider: null, id: "" });

/** A view of the second version; deadlines of alice's allocations in seconds from 1970. */
const viewOf = (
  deadlines: ReadonlyArray<number | null>,
  availableActions: ReadonlyArray<Json> = [],
) => ({
  originalRequestCid: null,
  settlement: { executors: [bob], id: "s", cid: null, meta },
  allocations: deadlines.map((seconds) => ({
    admin: bob,
    authorizer: account(alice),
    transferLegSides: [],
    settlementDeadline: seconds === null ? null : new Date(seconds * 1_000).toISOString(),
    nextIterationFunding: null,
    committed: false,
    meta,
  })),
  requestedAt: "1970-01-01T00:00:00Z",
  settleAt: null,
  availableActions,
  meta,
});

describe("the end of a request for allocations", () => {
  const unit = {};
  const rows: ReadonlyArray<readonly [string, Parameters<typeof viewOf>, bigint | undefined]> = [
    ["is its deadline", [[5]], 5_000_000n],
    ["is the last of several", [[5, 9, 7]], 9_000_000n],
    ["does not come while an allocation has none", [[5, null]], undefined],
    ["does not come while an allocation has none, whichever", [[null, 5]], undefined],
    ["does not concern who is not asked", [[]], undefined],
    [
      "lets a party reject that is named",
      [[5], [[{ tag: "ARA_Reject", value: unit }, [[bob], [alice]]]]],
      5_000_000n,
    ],
    [
      "is not for a party that cannot reject it alone",
      [[5], [[{ tag: "ARA_Reject", value: unit }, [[alice, bob]]]]],
      undefined,
    ],
    [
      "is not for a party that can only accept",
      [[5], [[{ tag: "ARA_Accept", value: unit }, [[alice]]]]],
      undefined,
    ],
  ];
  for (const [name, view, expected] of rows)
    it(name, () => expect(requestLapsesAt(2, viewOf(...view), alice)).to.equal(expected));

  it("is of the first version the time to allocate, for who pays", () => {
    const view = {
      settlement: {
        executor: bob,
        settlementRef: { id: "s", cid: null },
        requestedAt: "1970-01-01T00:00:00Z",
        allocateBefore: "1970-01-01T00:00:05Z",
        settleBefore: "1970-01-01T00:00:09Z",
        meta,
      },
      transferLegs: {
        pay: {
          sender: alice,
          receiver: bob,
          amount: "1",
          instrumentId: { admin: bob, id: "Amulet" },
          meta,
        },
      },
      meta,
    };
    expect(requestLapsesAt(1, view, alice)).to.equal(5_000_000n);
    expect(requestLapsesAt(1, view, bob)).to.equal(undefined);
    expect(requestLapsesAt(1, {}, alice)).to.equal(undefined);
    expect(requestLapsesAt(2, view, alice)).to.equal(undefined);
  });
});

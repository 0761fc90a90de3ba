import { offsetOfUpdateId, timestampToText } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  type Allocation,
  allocationUpdateId,
  projectAllocation,
} from "../../src/projection/project-topology.js";
import { participantId, synchronizerId, timeAt } from "../journal-fixture.js";

const allocation: Allocation = { offset: 7, party: "alice::1220aa", recordTime: timeAt(7) };

const allocations: fc.Arbitrary<Allocation> = fc.record({
  offset: fc.integer({ min: 1, max: 2 ** 40 }),
  party: fc.string({ minLength: 1, maxLength: 30 }),
  recordTime: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});

const idOf = ({ party, offset, recordTime }: Allocation): string =>
  allocationUpdateId(party, offset, recordTime);

describe("The allocation of a party", () => {
  it("is an update in which the participant may submit for it", () => {
    const update = projectAllocation(allocation, participantId, synchronizerId);
    expect(update).to.deep.include({
      updateId: idOf(allocation),
      offset: 7,
      synchronizerId,
      recordTime: timestampToText(timeAt(7)),
    });
    expect(update.events).to.deep.equal([
      {
        event: {
          ParticipantAuthorizationAdded: {
            value: {
              partyId: allocation.party,
              participantId,
              participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION",
            },
          },
        },
      },
    ]);
  });

  it("has an id of the usual form, which tells its offset, the same at every replay", () => {
    fc.assert(
      fc.property(allocations, (each) => {
        expect(idOf(each)).to.match(/^1220[0-9a-f]{64}$/);
        expect(idOf(each)).to.equal(idOf({ ...each }));
        expect(offsetOfUpdateId(idOf(each))).to.equal(each.offset);
      }),
    );
  });

  for (const [what, change] of [
    ["party", { party: "bob::1220aa" }],
    ["offset", { offset: 8 }],
    ["time", { recordTime: timeAt(8) }],
  ] as const) {
    it(`has another id at another ${what}`, () => {
      expect(idOf({ ...allocation, ...change })).to.not.equal(idOf(allocation));
    });
  }
});

import { emptyLedger } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { left } from "fp-ts/lib/Either.js";
import { type DecidedBatch, joinedBatch } from "../../src/pipeline/decided-batch.js";
import { outcomesOf } from "../../src/pipeline/decide-batch.js";
import { notRunning } from "../../src/pipeline/pipeline-errors.js";

/** A batch of so many commands, numbered from a number on. */
const batchOf = (from: number, count: number): DecidedBatch => {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  return {
    begunMs: from,
    batch: numbers.map((number) => ({
      command: {
        kind: "AllocateParty",
        partyIdHint: `p${number}`,
        annotations: {},
        identityProviderId: "",
        synchronizerId: "",
        userId: "",
      },
      receivedAt: number,
      submissionId: `s${number}`,
      changeId: undefined,
      units: 0,
      answer: () => undefined,
    })),
    decided: {
      state: { ...emptyLedger(), offset: from + count },
      events: numbers.map((id) => ({ id: `${id}`, type: "T", data: "{}", metadata: "" })),
      entries: numbers.map((offset) => ({ offset, type: "T", data: "{}" })),
      outcomes: numbers.map((number) => left(notRunning(`${number}`))),
      units: 2 * count,
    },
  };
};

describe("Decided batches", () => {
  it("joined are in order, each command with its own outcome, and leave the last state", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), (one, two) => {
        const [first, second] = [batchOf(0, one), batchOf(one, two)];
        const { batch, decided, begunMs } = joinedBatch(first, second);
        const outcomeOf = outcomesOf(decided);
        const all = batchOf(0, one + two);
        expect(batch.map(({ submissionId }) => submissionId)).to.deep.equal(
          all.batch.map(({ submissionId }) => submissionId),
        );
        expect([decided.events, decided.entries, decided.units]).to.deep.equal([
          all.decided.events,
          all.decided.entries,
          all.decided.units,
        ]);
        for (const [at] of batch.entries())
          expect(outcomeOf(at)).to.deep.equal(all.decided.outcomes[at]);
        expect([decided.state, begunMs]).to.deep.equal([second.decided.state, 0]);
      }),
    );
  });

  it("joined to none are themselves", () => {
    const only = batchOf(3, 2);
    expect(joinedBatch(undefined, only)).to.equal(only);
  });
});

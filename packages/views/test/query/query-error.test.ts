import { expect } from "chai";
import { encodeLedgerEvent } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import type { ViewsError } from "../../src/interface/views.js";
import { checkpointWatch } from "../../src/fold/checkpoint-watch.js";
import {
  catchUp,
  catchUpAlone,
  eventOf,
  prunedData,
  prunedUpTo,
} from "../../src/query/query-error.js";
import { viewsBroken, viewsUnavailable } from "../../src/interface/views-unreadable.js";
import { contextAt, leftOf, partyAt, rightOf } from "../journal-fixture.js";

const path = "/var/lib/ledger/views.db";
const context = { ...contextAt(10), catchUpTimeoutMs: 5 };

/** Every error of the views, and what a caller may read of it. */
const errors: ReadonlyArray<readonly [ViewsError, RegExp]> = [
  [{ kind: "file", message: path }, /cannot be read or written/],
  [{ kind: "damaged", message: path }, /being rebuilt/],
  [{ kind: "in-use", message: path }, /not being updated/],
  [{ kind: "worker", message: path }, /not being updated/],
  [{ kind: "journal", offset: 3, message: path }, /not being updated/],
  [
    { kind: "gap", expectedOffset: 1, actualOffset: 2, message: "event 1 should come next" },
    /event 1 should come next/,
  ],
  [{ kind: "timeout", message: "not within 5 ms" }, /not within 5 ms/],
  [{ kind: "closed", message: "the views are closed" }, /are closed/],
];

describe("Errors of queries", () => {
  for (const [error, text] of errors) {
    it(`say what "${error.kind}" means, and name no file`, () => {
      const answer = viewsUnavailable(error);
      expect(answer.code).to.equal("SERVICE_NOT_RUNNING");
      expect(answer.cause).to.match(text);
      expect(JSON.stringify(answer)).to.not.include("/var");
      expect(answer.context).to.include({ service_name: "views" });
    });
  }

  it("say what cannot be read, for good", () => {
    expect(viewsBroken("event 3")).to.include({ code: "SERVICE_INTERNAL_ERROR" });
    expect(viewsBroken("event 3").cause).to.include("event 3");
  });

  it("say up to where a journal was pruned", () => {
    expect(prunedUpTo(context)).to.equal(0);
    const pruned = { ...context, prunedUpTo: () => 7 };
    expect(prunedUpTo(pruned)).to.equal(7);
    expect(prunedData("Event 3", pruned)).to.deep.include({
      code: "PARTICIPANT_PRUNED_DATA_ACCESSED",
      cause: "Event 3 precedes pruned offset 7",
    });
  });
});

describe("An event of the journal", () => {
  const event = partyAt(4, "alice");
  const encoded = encodeLedgerEvent(event, 4);

  it("is what was encoded", () => {
    expect(rightOf(eventOf({ offset: 4, ...encoded }, context))).to.deep.equal(event);
  });

  for (const [what, entry] of [
    ["of an unknown type", { offset: 4, type: "Unknown", data: encoded.data }],
    ["that is no JSON", { offset: 4, type: encoded.type, data: "{" }],
    ["of an unknown version", { offset: 4, type: encoded.type, data: '{"v":99}' }],
  ] as const) {
    it(`${what} is an error that names its offset`, () => {
      const error = leftOf(eventOf(entry, context));
      expect(error.code).to.equal("SERVICE_INTERNAL_ERROR");
      expect(error.cause).to.include("event 4");
    });
  }
});

describe("Catching up", () => {
  const at = (offset: number) => checkpointWatch({ offset, recordTime: 0, hash: "" });
  const signal = () => new AbortController().signal;

  it("is over at once where the views are as far", async () => {
    expect(rightOf(await catchUp(at(10), context, 10, signal()))).to.equal(true);
    expect(await catchUpAlone(at(10), context, 9)).to.equal(undefined);
  });

  it("ends when the views come there", async () => {
    const watch = at(3);
    const waiting = catchUp(watch, { ...context, catchUpTimeoutMs: 1_000 }, 5, signal());
    watch.advance({ offset: 4, recordTime: 0, hash: "" });
    watch.advance({ offset: 6, recordTime: 0, hash: "" });
    expect(isRight(await waiting)).to.equal(true);
  });

  it("is an error when it takes too long, or never comes", async () => {
    expect((await catchUpAlone(at(3), context, 5))?.cause).to.match(/did not reach offset 5/);
    const watch = at(3);
    watch.fail({ kind: "worker", message: path });
    expect((await catchUpAlone(watch, context, 5))?.code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("is aborted when the consumer leaves, which is not an error", async () => {
    const leaving = new AbortController();
    const waiting = catchUp(at(3), { ...context, catchUpTimeoutMs: 1_000 }, 5, leaving.signal);
    leaving.abort();
    expect(rightOf(await waiting)).to.equal(false);
  });
});

import { decoded } from "../decoded.js";
import { type Encodable, encodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { batchOutcome, errorOutcome, unaryOutcome } from "../../src/client/append-outcome.js";
import { appendResponse, batchAppendResponse } from "../../src/protocol/append-messages.js";
import {
  accessDeniedStatus,
  badRequestStatus,
  statusOf,
  timeoutStatus,
  tooLargeStatus,
} from "../server/appends/append-status.js";

const batch = (answer: Encodable<typeof batchAppendResponse>) =>
  batchOutcome(decoded(batchAppendResponse, encodeMessage(batchAppendResponse, answer)));

const unary = (answer: Encodable<typeof appendResponse>) =>
  unaryOutcome(decoded(appendResponse, encodeMessage(appendResponse, answer)));

const position = { commitPosition: 9n, preparePosition: 9n };

describe("The outcome of an attempt", () => {
  it("is where the append ended, on both paths", () => {
    const appended = { kind: "appended", revision: 3, position: 9 };
    const success = { currentRevision: 3n, position };
    expect(batch({ success })).to.deep.equal(appended);
    expect(unary({ success })).to.deep.equal(appended);
    const noPosition = { currentRevision: 3n, noPosition: {} };
    expect(batch({ success: noPosition })).to.deep.equal({ ...appended, position: 0 });
  });

  it("is another revision, with the one there is", () => {
    const error = statusOf("s", 4, { kind: "wrong-version", current: 7 });
    expect(batch({ error })).to.deep.equal({ kind: "wrong-revision", actual: 7 });
    const none = statusOf("s", 4, { kind: "wrong-version", current: -1 });
    expect(batch({ error: none })).to.deep.equal({ kind: "wrong-revision", actual: "no-stream" });
    const wrongExpectedVersion = { currentRevision: 7n, oldCurrentRevision: 7n };
    expect(unary({ wrongExpectedVersion })).to.deep.equal({ kind: "wrong-revision", actual: 7 });
    expect(unary({ wrongExpectedVersion: { currentNoStream: {} } })).to.deep.equal({
      kind: "wrong-revision",
      actual: "no-stream",
    });
  });

  it("is that it never will be, with the reason", () => {
    expect(batch({ error: accessDeniedStatus() })).to.have.nested.property("error.kind", "denied");
    expect(batch({ error: badRequestStatus("x") })).to.have.nested.property(
      "error.kind",
      "refused",
    );
    expect(batch({ error: tooLargeStatus(5) })).to.deep.equal({
      kind: "never",
      error: { kind: "too-large", maxBytes: 5 },
    });
    const deleted = statusOf("s", "any", { kind: "deleted" });
    expect(batch({ error: deleted })).to.have.nested.property("error.kind", "deleted");
    const refused = { kind: "refused", reason: "r" } as const;
    expect(errorOutcome(refused)).to.deep.equal({ kind: "never", error: refused });
  });

  it("is not now when the server says that it is not ready", () => {
    const error = statusOf("s", "any", { kind: "not-ready", reason: "" });
    expect(batch({ error })).to.include({ kind: "not-now" });
  });

  it("is unknown after anything else", () => {
    const empty = { typeUrl: "type.googleapis.com/google.protobuf.Empty" };
    for (const error of [
      timeoutStatus(),
      {},
      { message: "x", details: { typeUrl: "event_store.client.Unknown" } },
      { code: 13, message: "internal", details: empty },
      { details: { typeUrl: "" } },
    ])
      expect(batch({ error })).to.include({ kind: "unknown" });
    expect(batch({})).to.include({ kind: "unknown" });
    expect(unary({})).to.include({ kind: "unknown" });
    expect(batch({ success: { noStream: {} } })).to.include({ kind: "unknown" });
    expect(unary({ success: {} })).to.include({ kind: "unknown" });
    expect(errorOutcome({ kind: "transient", reason: "r" })).to.deep.equal({
      kind: "unknown",
      reason: "r",
    });
  });
});

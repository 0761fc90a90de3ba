import { expect } from "chai";

import {
  traceOfRejection,
  traceOfSubmission,
  traceOfUpdate,
} from "../../src/projection/trace-context.js";
import { createOf, transactionAt } from "../journal-fixture.js";

describe("A trace context", () => {
  it("of an update is cut from the hash in its id, in the form of W3C Trace Context", () => {
    const updateId = `1220${"ab".repeat(16)}${"cd".repeat(8)}${"ef".repeat(8)}`;
    expect(traceOfUpdate(updateId)).to.deep.equal({
      traceparent: `00-${"ab".repeat(16)}-${"cd".repeat(8)}-00`,
      tracestate: null,
    });
  });

  it("of a rejection is the same each time it is read, and another for another rejection", () => {
    const first = traceOfRejection("a submission/1", 4);
    expect(first.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(traceOfRejection("a submission/1", 4)).to.deep.equal(first);
    expect(traceOfRejection("a submission/1", 5)).not.to.deep.equal(first);
    expect(traceOfRejection("a submission/2", 4)).not.to.deep.equal(first);
  });

  it("of a submission is the one its command came with, else one made from its outcome", () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const event = transactionAt(1, [createOf(0, "c", ["alice"])]);
    expect(traceOfSubmission(event, 1)).to.deep.equal(traceOfUpdate(event.updateId));
    expect(traceOfSubmission({ ...event, traceParent: traceparent }, 1)).to.deep.equal({
      traceparent,
      tracestate: null,
    });
    const withState = { ...event, traceParent: traceparent, traceState: "k=v" };
    expect(traceOfSubmission(withState, 1)).to.deep.equal({ traceparent, tracestate: "k=v" });
  });
});

import { expect } from "chai";
import fc from "fast-check";
import { eventsIn, packAppend } from "../../src/threads/append-request.js";

describe("an append on its way to a thread", () => {
  it("has the events it was made of, whatever is in them", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    const event = fc.record({ id: text, type: text, data: text, metadata: text });
    const expected = fc.oneof(fc.constant("no-stream" as const), fc.nat());
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), text, expected, (events, stream, at) => {
        const request = structuredClone(packAppend(stream, at, events, 9));
        expect(eventsIn(request)).to.deep.equal(events);
        expect([request.stream, request.expected, request.maxBytes]).to.deep.equal([stream, at, 9]);
      }),
    );
  });

  it("keeps half a surrogate pair, which the thread refuses", () => {
    const event = { id: "1", type: "T", data: "\ud800", metadata: "" };
    expect(eventsIn(structuredClone(packAppend("s", 0, [event], 9)))).to.deep.equal([event]);
  });
});

import { expect } from "chai";
import fc from "fast-check";
import { ok, okBytes, okEmpty } from "../../src/endpoints/reply.js";
import { rightOf } from "../fixtures/outcomes.js";

describe("replies", () => {
  it("carry a value as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const answer = rightOf(ok(value));
        expect(answer).to.include({ status: 200, contentType: "application/json" });
        expect(JSON.parse(String(answer.body))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("write integers beyond 2^53 with all their digits", () => {
    expect(rightOf(ok({ offset: 2n ** 63n - 1n })).body).to.equal('{"offset":9223372036854775807}');
  });

  it("carry bytes as they are, with headers beside them", () => {
    const bytes = Uint8Array.of(0, 255);
    const answer = rightOf(okBytes(bytes, { "Canton-Package-Hash": "ab" }));
    expect(answer.body).to.equal(bytes);
    expect(answer).to.deep.include({
      status: 200,
      contentType: "application/octet-stream",
      headers: { "Canton-Package-Hash": "ab" },
    });
    expect(rightOf(okBytes(bytes)).headers).to.deep.equal({});
  });

  it("may be empty", () => {
    expect(rightOf(okEmpty)).to.include({ status: 200, body: "" });
  });
});

import { wireJson } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { Answer } from "../../src/answers/answer.js";
import { answering, okBytes, Reply } from "../../src/endpoints/reply.js";
import { bytesOf, responseKind, textOf } from "../../src/endpoints/response-kind.js";

const ok = (value: unknown): Answer => answering<unknown>(responseKind(wireJson))(value);

describe("replies", () => {
  it("carry a value as JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const answer = ok(value);
        expect(answer).to.include({ status: 200, contentType: "application/json" });
        expect(JSON.parse(String(answer.body))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("write integers beyond 2^53 with all their digits", () => {
    expect(ok({ offset: 2n ** 63n - 1n }).body).to.equal('{"offset":9223372036854775807}');
  });

  it("carry bytes as they are, with headers", () => {
    const bytes = Uint8Array.of(0, 255);
    const answer = okBytes(bytes, { "Canton-Package-Hash": "ab" });
    expect(answer.body).to.equal(bytes);
    expect(answer).to.deep.include({
      status: 200,
      contentType: "application/octet-stream",
      headers: { "Canton-Package-Hash": "ab" },
    });
    expect(okBytes(bytes).headers).to.deep.equal({});
    const written = answering(responseKind(bytesOf("application/dar")))(bytes);
    expect(written).to.deep.equal({ status: 200, contentType: "application/dar", body: bytes });
  });

  it("are texts, or nothing, of the type that was named", () => {
    expect(answering(responseKind(textOf("text/csv")))("a,b")).to.deep.equal({
      status: 200,
      contentType: "text/csv",
      body: "a,b",
    });
    expect(answering(responseKind<void>(undefined))(undefined)).to.deep.equal({
      status: 200,
      contentType: "",
      body: "",
    });
  });

  it("go out as the handler wrote them", () => {
    const reply = new Reply<string>({ status: 503, contentType: "text/plain", body: "not now" });
    expect(answering(responseKind(textOf("text/csv")))(reply)).to.equal(reply);
  });
});

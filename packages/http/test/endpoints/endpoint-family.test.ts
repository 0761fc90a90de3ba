import { missingField } from "@tallystick/core";
import { expect } from "chai";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";

describe("the family of the JSON Ledger API", () => {
  it("is served at its paths themselves, and needs its bodies", () => {
    expect(ledgerApiFamily.prefixes).to.deep.equal([""]);
    expect(ledgerApiFamily.isBodyOptional).to.equal(false);
    expect(ledgerApiFamily.errorBody).to.equal("error-object");
  });

  it("answers errors with error objects", () => {
    const traceId = "0".repeat(31).concat("1");
    const answer = ledgerApiFamily.errorAnswer(missingField("a"), { traceId, explain: false });
    expect(answer).to.include({ status: 400, contentType: "application/json" });
    expect(Object.keys(JSON.parse(answer.body))).to.have.lengthOf(10);
    expect(JSON.parse(ledgerApiFamily.unexpectedAnswer(traceId).body)).to.include({
      code: "LEDGER_API_INTERNAL_ERROR",
      traceId,
    });
  });

  it("answers what does not decode with plain text that names the part", () => {
    const { undecodableAnswer } = ledgerApiFamily;
    expect(undecodableAnswer({ part: "query", reason: "missing", path: "limit" }).body).to.equal(
      "Invalid value for: query parameter limit",
    );
    expect(undecodableAnswer({ part: "body", reason: "missing", path: "a.b" })).to.include({
      status: 400,
      contentType: "text/plain; charset=UTF-8",
      body: "Invalid value for: body (missing at 'a.b')",
    });
  });
});

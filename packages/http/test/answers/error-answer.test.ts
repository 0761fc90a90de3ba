import { ledgerError, missingField } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { explanationHeader, maxExplanationLength } from "../../src/answers/answer.js";
import { errorAnswer, unexpectedAnswer } from "../../src/answers/error-answer.js";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const plain = { traceId, explain: false };
const bodyOf = ({ body }: { readonly body: string }): Readonly<Record<string, unknown>> =>
  JSON.parse(body);

describe("the answer to an error", () => {
  it("is the error object with the status of its category", () => {
    const answer = errorAnswer(missingField("commands"), plain);
    expect(answer).to.include({ status: 400, contentType: "application/json" });
    expect(bodyOf(answer)).to.include({ code: "MISSING_FIELD", traceId, grpcCodeValue: 3 });
    expect(bodyOf(answer)).to.have.nested.property("context.tid", traceId);
  });

  it("may have another status and headers too", () => {
    const headers = { "Retry-After": "3" };
    const error = ledgerError("RATE_LIMIT_EXCEEDED", "Too many requests");
    const answer = errorAnswer(error, { ...plain, status: 418, headers });
    expect(answer.status).to.equal(418);
    expect(answer.headers).to.deep.equal(headers);
  });

  it("names no file of the node in an error of the node itself, but does in one of the caller", () => {
    const cause = "cannot open /var/lib/node/views.sqlite";
    const ours = bodyOf(errorAnswer(ledgerError("SERVICE_NOT_RUNNING", cause), plain));
    expect(ours.cause).to.equal("cannot open (a file of the node)");
    const theirs = bodyOf(errorAnswer(ledgerError("INVALID_ARGUMENT", cause), plain));
    expect(theirs.cause).to.contain("/var/lib/node");
  });

  const secret = ledgerError("PERMISSION_DENIED", "User bob lacks CanActAs for party alice");

  it("keeps a redacted error to itself", () => {
    const answer = errorAnswer(secret, plain);
    expect(answer.status).to.equal(403);
    expect(answer.body).to.not.contain("bob");
    expect(answer.headers).to.deep.equal({});
    expect(bodyOf(answer)).to.include({ code: "NA", grpcCodeValue: 7 });
  });

  it("explains a redacted error in the development login, in its cause and in a header", () => {
    const answer = errorAnswer(secret, { traceId, explain: true });
    expect(bodyOf(answer)).to.include({
      code: "NA",
      cause: `A security-sensitive error has been received: ${secret.cause} (shown because this node runs the development login)`,
    });
    expect(answer.headers).to.deep.equal({ [explanationHeader]: secret.cause });
  });

  it("needs no explanation for an error that is shown anyway", () => {
    const answer = errorAnswer(missingField("commands"), { traceId, explain: true });
    expect(answer.headers).to.deep.equal({});
    expect(bodyOf(answer).cause).to.not.contain("development login");
  });

  it("puts into the header only what a header can carry", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 700 }), (cause) => {
        const error = ledgerError("PERMISSION_DENIED", cause);
        const { headers = {} } = errorAnswer(error, { traceId, explain: true });
        const text = headers[explanationHeader] ?? "";
        expect(text).to.match(/^[\x20-\x7e]*$/);
        expect(text).to.have.lengthOf(Math.min(cause.length, maxExplanationLength));
      }),
    );
  });
});

describe("the answer to an exception no one foresaw", () => {
  it("keeps its code and says where the log has more", () => {
    const answer = unexpectedAnswer(traceId);
    expect(answer).to.include({ status: 500, contentType: "application/json" });
    expect(bodyOf(answer)).to.include({
      code: "LEDGER_API_INTERNAL_ERROR",
      errorCategory: 4,
      grpcCodeValue: 13,
      definiteAnswer: false,
      traceId,
    });
    expect(bodyOf(answer).cause).to.contain(traceId);
  });
});

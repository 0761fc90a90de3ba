import { expect } from "chai";
import * as fc from "fast-check";
import { isRight } from "fp-ts/lib/Either.js";
import { contractNotFound, ledgerError, missingField } from "@tallystick/core";
import { JsLedgerError, maxErrorBytes, toWireError } from "../../src/errors/wire-error.js";
import { refused } from "../refused.js";

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), "utf8");

describe("the error object", () => {
  it("has all ten keys; answer, category, participant and trace id are in the context", () => {
    const error = missingField("commands", "at least one command");
    const options = { traceId: "99e6", correlationId: "s-1", participant: "sandbox" };
    expect(toWireError(error, options)).to.deep.equal({
      code: "MISSING_FIELD",
      cause: "The submitted command is missing a mandatory field: commands",
      correlationId: "s-1",
      traceId: "99e6",
      context: {
        field_name: "commands",
        field: "commands",
        participant: "sandbox",
        category: "8",
        definite_answer: "false",
        tid: "99e6",
      },
      resources: [],
      errorCategory: 8,
      grpcCodeValue: 3,
      retryInfo: null,
      definiteAnswer: null,
    });
  });

  it("gives its answer in its own key when the interface made it, and no more context", () => {
    const itself = ledgerError("INVALID_ARGUMENT", "x", { madeByInterface: true });
    for (const error of [itself, ledgerError("METHOD_NOT_ALLOWED", "x")]) {
      const wire = toWireError(error, { traceId: "99e6", participant: "sandbox" });
      expect(wire).to.deep.include({ traceId: "99e6", context: {}, definiteAnswer: false });
    }
  });

  it("says nothing of the answer where the class of the error has none", () => {
    expect(toWireError(ledgerError("NEGATIVE_OFFSET", "x"))).to.deep.include({
      context: { category: "8" },
      definiteAnswer: null,
    });
  });

  it("writes what is unknown as null", () => {
    expect(toWireError(contractNotFound("00ab"))).to.deep.include({
      correlationId: null,
      traceId: null,
      retryInfo: null,
      resources: [["CONTRACT_ID", "00ab"]],
    });
  });

  it("carries retry and a definite answer of true", () => {
    expect(toWireError(ledgerError("SEQUENCER_BACKPRESSURE", "busy"))).to.deep.include({
      retryInfo: "1 second",
      context: { category: "2", definite_answer: "true" },
    });
    const uncertain = ledgerError("DUPLICATE_COMMAND", "again", { definiteAnswer: false });
    expect(toWireError(uncertain).context.definite_answer).to.equal("false");
  });

  it("prefers the correlation id of the error itself", () => {
    const error = ledgerError("INCONSISTENT", "raced", { correlationId: "own" });
    expect(toWireError(error, { correlationId: "other" }).correlationId).to.equal("own");
  });

  it("keeps code, cause and context of redacted errors inside", () => {
    const error = ledgerError("PERMISSION_DENIED", "secret", {
      context: { secret: "secret", ledger_api_error: "invalid token" },
      resources: [["USER", "secret"]],
    });
    const wire = toWireError(error, { correlationId: "c", traceId: "7e" });
    expect(wire).to.deep.include({
      code: "NA",
      cause: "A security-sensitive error has been received",
      definiteAnswer: null,
      errorCategory: -1,
      grpcCodeValue: 7,
      context: { ledger_api_error: "invalid token" },
      resources: [],
      correlationId: "7e",
      traceId: "7e",
      retryInfo: null,
    });
    expect(JSON.stringify(wire)).to.not.contain("secret");
    expect(toWireError(ledgerError("UNAUTHENTICATED", "x")).context).to.deep.equal({});
  });

  it("shows a redacted error when the HTTP layer itself made it", () => {
    const error = ledgerError("LEDGER_API_INTERNAL_ERROR", "failed", { madeByInterface: true });
    expect(toWireError(error)).to.deep.include({
      code: "LEDGER_API_INTERNAL_ERROR",
      errorCategory: 4,
      cause: "failed",
    });
  });

  it("cuts a cause after 512 characters, never inside one", () => {
    expect(toWireError(ledgerError("INCONSISTENT", "x".repeat(512))).cause).to.equal(
      "x".repeat(512),
    );
    expect(toWireError(ledgerError("INCONSISTENT", "x".repeat(513))).cause).to.equal(
      `${"x".repeat(512)}...`,
    );
    const smileys = `${"x".repeat(511)}\u{1F600}`;
    expect(toWireError(ledgerError("INCONSISTENT", smileys)).cause).to.equal(
      `${"x".repeat(511)}...`,
    );
  });

  it("drops empty context entries, cuts long keys, and keeps what the catalogue says", () => {
    const context = { empty: "", ["k".repeat(64)]: "v", definite_answer: "true", category: "1" };
    expect(toWireError(ledgerError("INCONSISTENT", "x", { context })).context).to.deep.equal({
      category: "9",
      definite_answer: "false",
      ["k".repeat(63)]: "v",
    });
  });

  it("stays within 4096 bytes and keeps code, category and answer, whatever it is made of", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 3000, size: "max" }),
      fc.string({ unit: "binary", maxLength: 2000, size: "max" }),
      fc.nat({ max: 3000 }).map((length) => "\u0001".repeat(length)),
    );
    const anyError = fc.record({
      cause: text,
      context: fc.dictionary(fc.string({ maxLength: 80 }), text, { maxKeys: 6 }),
      resources: fc.array(fc.tuple(text, text), { maxLength: 5 }),
      id: text,
    });
    fc.assert(
      fc.property(anyError, ({ cause, context, resources, id }) => {
        const error = ledgerError("INCONSISTENT", cause, { context, resources });
        const wire = toWireError(error, { correlationId: id, traceId: id });
        expect(bytesOf(wire)).to.be.at.most(maxErrorBytes);
        expect(wire).to.include({ code: "INCONSISTENT", errorCategory: 9, definiteAnswer: null });
        expect(wire.context).to.include({ category: "9", definite_answer: "false" });
        expect(isRight(JsLedgerError.decode(JSON.parse(JSON.stringify(wire))))).to.equal(true);
      }),
      { numRuns: 60 },
    );
  });

  it("shortens a long context entry and a long resource but keeps the short ones", () => {
    const error = ledgerError("INCONSISTENT", "x", {
      context: { long: "v".repeat(5000), short: "kept" },
      resources: [
        ["LONG", "r".repeat(5000)],
        ["SHORT", "kept"],
      ],
    });
    const wire = toWireError(error);
    expect(bytesOf(wire)).to.be.within(maxErrorBytes - 200, maxErrorBytes);
    expect(wire.context.long).to.match(/^v{1000,}\.\.\.$/);
    expect(wire.resources[0]?.[1]).to.match(/^r{1000,}\.\.\.$/);
  });

  const pairs: ReadonlyArray<readonly [resources: unknown, error: string | undefined]> = [
    [[], undefined],
    [[["CONTRACT_ID", "00"]], undefined],
    [[["CONTRACT_ID"]], "resources[0]: expected a pair of strings, found an array"],
    [
      [
        ["a", "b"],
        ["a", "b", "c"],
      ],
      "resources[1]: expected a pair of strings, found an array",
    ],
    [[["a", 1]], "resources[0][1]: expected a string, found the number 1"],
    [[{ a: "b" }], "resources[0]: expected an array, found an object"],
  ];
  for (const [resources, error] of pairs) {
    it(`${error === undefined ? "takes" : "refuses"} the resources ${JSON.stringify(resources)}`, () => {
      const least = { code: "X", cause: "y", context: {}, errorCategory: 8 };
      expect(refused(JsLedgerError, { ...least, resources })).to.equal(error);
    });
  }

  it("decodes errors that leave optional keys out, and refuses others", () => {
    const least = { code: "X", cause: "y", context: {}, errorCategory: 8 };
    expect(isRight(JsLedgerError.decode(least))).to.equal(true);
    expect(isRight(JsLedgerError.decode({ ...least, errorCategory: 1.5 }))).to.equal(false);
    expect(isRight(JsLedgerError.decode({ ...least, resources: [["a"]] }))).to.equal(false);
  });
});

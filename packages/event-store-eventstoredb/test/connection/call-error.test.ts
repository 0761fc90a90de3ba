import { Metadata, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { callErrorOf, NO_ANSWER } from "../../src/connection/call-error.js";

const error = (code: number | undefined, trailers: Readonly<Record<string, string>> = {}) => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error("m"), { ...(code === undefined ? {} : { code }), metadata });
};

describe("The error of a call", () => {
  const byTrailer: ReadonlyArray<readonly [string, Record<string, string>, object]> = [
    ["access-denied", {}, { kind: "denied", reason: "m" }],
    ["stream-deleted", { "stream-name": "s" }, { kind: "deleted", reason: "m" }],
    [
      "maximum-append-size-exceeded",
      { "maximum-append-size": "7" },
      { kind: "too-large", maxBytes: 7 },
    ],
    ["not-leader", {}, { kind: "transient", reason: "m" }],
  ];
  for (const [exception, trailers, expected] of byTrailer) {
    it(`is what its trailer ${exception} says, whatever its code`, () => {
      for (const code of [undefined, status.UNKNOWN, status.NOT_FOUND])
        expect(callErrorOf(error(code, { exception, ...trailers }))).to.deep.equal(expected);
    });
  }

  const byCode: Readonly<Record<string, ReadonlyArray<status>>> = {
    transient: [
      status.UNAVAILABLE,
      status.ABORTED,
      status.CANCELLED,
      status.UNKNOWN,
      status.INTERNAL,
      status.RESOURCE_EXHAUSTED,
      status.NOT_FOUND,
    ],
    login: [status.UNAUTHENTICATED],
    denied: [status.PERMISSION_DENIED],
    refused: [
      status.INVALID_ARGUMENT,
      status.FAILED_PRECONDITION,
      status.UNIMPLEMENTED,
      status.OUT_OF_RANGE,
      status.DATA_LOSS,
    ],
  };
  for (const [kind, codes] of Object.entries(byCode)) {
    it(`is ${kind} with the codes ${codes.map((code) => status[code]).join(", ")}`, () => {
      for (const code of codes) {
        expect(callErrorOf(error(code))).to.deep.equal({ kind, reason: "m" });
        expect(callErrorOf(error(code, { exception: "unheard-of" })).kind).to.equal(kind);
      }
    });
  }

  it("is transient for whatever else was thrown", () => {
    expect(callErrorOf(new Error("Failed to discover after 3 attempts."))).to.deep.equal({
      kind: "transient",
      reason: "Failed to discover after 3 attempts",
    });
    for (const thrown of [
      "text",
      undefined,
      null,
      7,
      {},
      { metadata: 3 },
      { metadata: { get: 1 } },
    ])
      expect(callErrorOf(thrown).kind).to.equal("transient");
  });

  it("has no more text than says something, and the same text each time", () => {
    const rows: ReadonlyArray<readonly [string, string]> = [
      ["14 UNAVAILABLE: Connection dropped", "Connection dropped"],
      ["No connection established. Resolution note: ", "No connection established"],
      [
        "14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:1 (2026-01-02T03:04:05.678Z). Resolution note: ",
        "connect ECONNREFUSED 127.0.0.1:1",
      ],
    ];
    for (const [message, reason] of rows)
      expect(callErrorOf(new Error(message))).to.deep.equal({ kind: "transient", reason });
    for (const seconds of ["3.001", "2.998"]) {
      const message = `Deadline exceeded after ${seconds}s,LB pick: 0.001s,remote_addr=127.0.0.1:1`;
      const late = Object.assign(new Error(message), { code: status.DEADLINE_EXCEEDED });
      expect(callErrorOf(late)).to.deep.equal({ kind: "transient", reason: NO_ANSWER });
    }
  });
});

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  accessDenied,
  invalidArgument,
  notOffered,
  notReady,
  readError,
  type StatusError,
  streamDeletedError,
  timedOut,
  tooMany,
  unauthenticated,
  unknownError,
} from "../../src/server/status-error.js";
import { appendTooLarge, metadataMissing, wrongVersionError } from "./appends/write-errors.js";

const rows: ReadonlyArray<readonly [string, StatusError, status, Record<string, string>]> = [
  ["access denied", accessDenied(), status.PERMISSION_DENIED, { exception: "access-denied" }],
  ["a wrong password", unauthenticated(), status.UNAUTHENTICATED, {}],
  ["a store that does not answer", notReady(), status.UNAVAILABLE, {}],
  ["too many of something", tooMany("readers", 3), status.RESOURCE_EXHAUSTED, {}],
  ["no answer in time", timedOut("r"), status.ABORTED, {}],
  [
    "a stream that was ended",
    streamDeletedError("s"),
    status.FAILED_PRECONDITION,
    { exception: "stream-deleted", "stream-name": "s" },
  ],
  [
    "another revision",
    wrongVersionError("Delete", "s", -1, 4),
    status.FAILED_PRECONDITION,
    {
      exception: "wrong-expected-version",
      "stream-name": "s",
      "expected-version": "-1",
      "actual-version": "4",
    },
  ],
  [
    "too many bytes",
    appendTooLarge(7),
    status.INVALID_ARGUMENT,
    { exception: "maximum-append-size-exceeded", "maximum-append-size": "7" },
  ],
  [
    "a missing property",
    metadataMissing("type"),
    status.INVALID_ARGUMENT,
    {
      exception: "missing-required-metadata-property",
      "required-metadata-properties": "type,content-type",
    },
  ],
  ["nonsense", invalidArgument("d"), status.INVALID_ARGUMENT, {}],
  ["an exception", unknownError("d"), status.UNKNOWN, {}],
  ["what there is not", notOffered("d"), status.UNIMPLEMENTED, {}],
];

describe("The status of an error", () => {
  for (const [name, error, code, trailers] of rows) {
    it(`of ${name} has the code ${status[code]} and its trailers`, () => {
      expect(error.code).to.equal(code);
      expect(error.metadata.getMap()).to.deep.equal(trailers);
      expect(error.details).to.not.equal("");
    });
  }

  it("names a stream in trailers without characters that cannot be there", () => {
    const error = streamDeletedError("s ü\n🪙");
    expect(error.metadata.get("stream-name")).to.deep.equal(["s ????"]);
    expect(error.details).to.contain("s ü\n🪙");
  });

  it("of a read says whether it may pass", () => {
    const known = { kind: "unavailable", outcome: "known", reason: "r" } as const;
    const damaged = {
      kind: "damaged",
      stream: "s",
      revision: 1,
      position: 2,
      reason: "r",
    } as const;
    const lost = {
      kind: "lost-tail",
      acknowledgedPosition: 2,
      foundPosition: 1,
      reason: "r",
    } as const;
    const codes = [
      known,
      { kind: "closed" } as const,
      { kind: "in-use", reason: "r" } as const,
      damaged,
      lost,
      { kind: "invalid", reason: "r" } as const,
      { kind: "too-large", maxBytes: 1, actualBytes: 2 } as const,
    ].map((error) => readError(error).code);
    expect(codes).to.deep.equal([
      status.UNAVAILABLE,
      status.UNAVAILABLE,
      status.UNAVAILABLE,
      status.UNKNOWN,
      status.UNKNOWN,
      status.INVALID_ARGUMENT,
      status.UNKNOWN,
    ]);
  });
});

import { decoded } from "../../decoded.js";
import { encodeMessage } from "@tallystick/protobuf";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  badRequest,
  maximumAppendSizeExceeded,
  rpcStatus,
  streamDeleted,
  wrongExpectedVersion,
} from "../../../src/protocol/shared-messages.js";
import {
  accessDeniedStatus,
  type AppendStatus,
  badRequestStatus,
  statusOf,
  timeoutStatus,
  tooLargeStatus,
} from "./append-status.js";
import type { Expectation } from "../writer/placement.js";

const detailsOf = (error: AppendStatus | undefined) => {
  const { details, ...rest } = decoded(rpcStatus, encodeMessage(rpcStatus, error ?? {}));
  return { ...rest, typeUrl: details?.typeUrl, value: details?.value ?? new Uint8Array() };
};

const named = (name: string): string => `type.googleapis.com/event_store.client.${name}`;

describe("The status of an append on a batch stream", () => {
  it("names its details by their type", () => {
    const rows: ReadonlyArray<readonly [AppendStatus, status, string]> = [
      [accessDeniedStatus(), status.PERMISSION_DENIED, "AccessDenied"],
      [timeoutStatus(), status.DEADLINE_EXCEEDED, "Timeout"],
      [badRequestStatus("x"), status.INVALID_ARGUMENT, "BadRequest"],
      [tooLargeStatus(7), status.INVALID_ARGUMENT, "MaximumAppendSizeExceeded"],
    ];
    for (const [error, code, name] of rows)
      expect(detailsOf(error)).to.include({ code, message: name, typeUrl: named(name) });
    expect(decoded(badRequest, detailsOf(badRequestStatus("x")).value).message).to.equal("x");
    const tooLarge = decoded(maximumAppendSizeExceeded, detailsOf(tooLargeStatus(7)).value);
    expect(tooLarge.maxAppendSize).to.equal(7);
  });

  const expectations: ReadonlyArray<readonly [Expectation, object]> = [
    [4, { expectedStreamPosition: 4n }],
    ["no-stream", { expectedNoStream: {} }],
    ["any", { expectedAny: {} }],
    ["stream-exists", { expectedStreamExists: {} }],
  ];
  for (const [expected, fields] of expectations) {
    it(`of a wrong revision says that ${expected} was expected, and what is there`, () => {
      for (const [current, there] of [
        [7, { currentStreamRevision: 7n, currentNoStream: undefined }],
        [-1, { currentStreamRevision: undefined, currentNoStream: {} }],
      ] as const) {
        const error = detailsOf(statusOf("s", expected, { kind: "wrong-version", current }));
        expect(error).to.include({ code: status.ALREADY_EXISTS, message: "WrongExpectedVersion" });
        expect(decoded(wrongExpectedVersion, error.value)).to.deep.include({ ...there, ...fields });
      }
    });
  }

  it("follows from the outcome of the write", () => {
    const written = statusOf("s", "any", { kind: "written", revision: 1, position: 2 });
    expect(written).to.equal(undefined);
    const deleted = detailsOf(statusOf("s", "any", { kind: "deleted" }));
    expect(deleted).to.include({ code: status.NOT_FOUND, message: "StreamDeleted" });
    const name = decoded(streamDeleted, deleted.value).streamIdentifier?.streamName ?? [];
    expect(Buffer.from(name).toString()).to.equal("s");
    const invalid = detailsOf(statusOf("s", "any", { kind: "invalid", reason: "r" }));
    expect(invalid.message).to.equal("BadRequest");
    const unknown = detailsOf(statusOf("s", "any", { kind: "timeout", reason: "r" }));
    expect(unknown.message).to.equal("Timeout");
    const notReady = detailsOf(statusOf("s", "any", { kind: "not-ready", reason: "r" }));
    expect(notReady).to.include({ code: status.OK, message: "Server Is Not Ready" });
    expect(notReady.typeUrl).to.equal("type.googleapis.com/google.protobuf.Empty");
  });
});

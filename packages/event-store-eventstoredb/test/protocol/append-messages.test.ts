import { type MessageType, encodeMessage } from "@tallystick/protobuf";
import { decoded } from "../decoded.js";
import { expect } from "chai";
import {
  appendRequest,
  appendResponse,
  batchAppendRequest,
  batchAppendResponse,
  deleteRequest,
  deleteResponse,
} from "../../src/protocol/append-messages.js";
import { throughGenerated } from "./generated-messages.js";

const streamIdentifier = { streamName: Buffer.from("s ü") };
const position = { commitPosition: 2n ** 60n, preparePosition: 7n };
const proposed = {
  id: { string: "0123abcd-4567-89ef-fedc-ba9876543210" },
  metadata: new Map([
    ["type", "T"],
    ["content-type", "application/json"],
  ]),
  customMetadata: Buffer.from("{}"),
  data: Buffer.from([0, 255]),
};
const expectations = [
  { revision: 2n ** 63n },
  { noStream: {} },
  { any: {} },
  { streamExists: {} },
] as const;

/** Our bytes must mean the same to the generated code, and its bytes the same to us. */
const same = <T>(name: string, type: MessageType<unknown, T>, values: ReadonlyArray<T>): void => {
  it(`${name} is what the official client has`, () => {
    for (const value of values) {
      const bytes = encodeMessage(type, value);
      const generated = throughGenerated("streams_pb", name, bytes);
      expect(decoded(type, generated)).to.deep.equal(decoded(type, bytes));
      expect(generated.length).to.equal(bytes.length);
    }
  });
};

describe("The messages of appends:", () => {
  same("AppendReq", appendRequest, [
    ...expectations.map((expected) => ({ options: { streamIdentifier, ...expected } })),
    { proposedMessage: proposed },
  ]);
  same("AppendResp", appendResponse, [
    { success: { currentRevision: 3n, position } },
    { success: { noStream: {}, noPosition: {} } },
    {
      wrongExpectedVersion: {
        oldCurrentRevision: 1n,
        oldExpectedRevision: 2n,
        currentRevision: 1n,
        expectedNoStream: {},
      },
    },
    {
      wrongExpectedVersion: { oldNoStream: {}, oldAny: {}, currentNoStream: {}, expectedAny: {} },
    },
    {
      wrongExpectedVersion: { oldStreamExists: {}, expectedStreamExists: {}, currentNoStream: {} },
    },
    {
      wrongExpectedVersion: { oldExpectedRevision: 4n, expectedRevision: 4n, currentRevision: 5n },
    },
  ]);
  // The official client's description of the options is older: it has no span of time.
  same(
    "BatchAppendReq",
    batchAppendRequest,
    expectations.map((expected) => ({
      correlationId: { structured: { mostSignificantBits: -1n, leastSignificantBits: 5n } },
      options: { streamIdentifier, ...expected, deadlineTime: { seconds: 1_700_000n, nanos: 5 } },
      proposedMessages: [proposed, proposed],
      isFinal: true,
    })),
  );
  same("BatchAppendResp", batchAppendResponse, [
    {
      correlationId: { string: proposed.id.string },
      success: { currentRevision: 9n, position },
      streamIdentifier,
      expectedRevision: 4n,
    },
    { success: { noStream: {}, noPosition: {} }, expectedNoStream: {} },
    {
      error: {
        code: 6,
        message: "WrongExpectedVersion",
        details: { typeUrl: "type.googleapis.com/x", value: Buffer.from([1]) },
      },
      expectedAny: {},
    },
    { expectedStreamExists: {} },
  ]);
  same(
    "DeleteReq",
    deleteRequest,
    expectations.map((expected) => ({ options: { streamIdentifier, ...expected } })),
  );
  same("DeleteResp", deleteResponse, [{ position }, { noPosition: {} }]);
});

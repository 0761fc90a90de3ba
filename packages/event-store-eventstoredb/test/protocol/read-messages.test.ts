import { decoded } from "../decoded.js";
import { type Encodable, encodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { readRequest, readResponse } from "../../src/protocol/read-messages.js";
import { throughGenerated } from "./generated-messages.js";

const streamIdentifier = { streamName: Buffer.from("s ü") };
const position = { commitPosition: 2n ** 60n, preparePosition: 7n };

const requests: ReadonlyArray<Encodable<typeof readRequest>> = [
  {
    options: {
      stream: { streamIdentifier, revision: 5n },
      readDirection: 1,
      resolveLinks: true,
      count: 2n ** 53n - 1n,
      noFilter: {},
      uuidOption: { string: {} },
    },
  },
  {
    options: {
      stream: { streamIdentifier, start: {} },
      subscription: {},
      uuidOption: { structured: {} },
    },
  },
  { options: { stream: { streamIdentifier, end: {} }, controlOption: { compatibility: 21 } } },
  {
    options: {
      all: { position },
      filter: {
        streamIdentifier: { regex: "^a", prefix: [] },
        max: 32,
        checkpointIntervalMultiplier: 3,
      },
    },
  },
  { options: { all: { start: {} }, filter: { eventType: { prefix: ["a", "b"] }, count: {} } } },
  { options: { all: { end: {} } } },
];

const recorded = {
  id: { string: "0123abcd-4567-89ef-fedc-ba9876543210" },
  streamIdentifier,
  streamRevision: 2n ** 63n - 1n,
  preparePosition: 3n,
  commitPosition: 4n,
  metadata: new Map([["type", "T"]]),
  customMetadata: Buffer.from("{}"),
  data: Buffer.from([0, 255]),
};

const responses: ReadonlyArray<Encodable<typeof readResponse>> = [
  { event: { event: recorded, commitPosition: 9n } },
  { event: { event: recorded, link: recorded, noPosition: {} } },
  { confirmation: { subscriptionId: "x" } },
  { checkpoint: position },
  { streamNotFound: { streamIdentifier } },
  { firstStreamPosition: 1n },
  { lastStreamPosition: 2n },
  { lastAllStreamPosition: position },
  { caughtUp: {} },
  { fellBehind: {} },
];

describe("The messages of reads:", () => {
  it("ReadReq is what the official client has", () => {
    for (const request of requests) {
      const bytes = encodeMessage(readRequest, request);
      const generated = throughGenerated("streams_pb", "ReadReq", bytes);
      expect(decoded(readRequest, generated)).to.deep.equal(decoded(readRequest, bytes));
      expect(generated.length).to.equal(bytes.length);
    }
  });

  it("ReadResp is what the official client has", () => {
    for (const response of responses) {
      const bytes = encodeMessage(readResponse, response);
      const generated = throughGenerated("streams_pb", "ReadResp", bytes);
      expect(decoded(readResponse, generated)).to.deep.equal(decoded(readResponse, bytes));
      expect(generated.length).to.equal(bytes.length);
    }
  });
});

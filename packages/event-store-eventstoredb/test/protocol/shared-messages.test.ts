import { decoded } from "../decoded.js";
import { encodeMessage, type MessageType } from "@tallystick/protobuf";
import { expect } from "chai";
import {
  allPosition,
  anyMessage,
  clusterInfo,
  LEADER_STATE,
  maximumAppendSizeExceeded,
  rpcStatus,
  streamDeleted,
  streamIdentifier,
  supportedMethods,
  uuid,
  wrongExpectedVersion,
} from "../../src/protocol/shared-messages.js";
import { generatedType, throughGenerated } from "./generated-messages.js";

const same = <T>(
  module: string,
  path: string,
  type: MessageType<unknown, T>,
  values: ReadonlyArray<T>,
): void => {
  it(`${path} is what the official client has`, () => {
    for (const value of values) {
      const bytes = encodeMessage(type, value);
      const generated = throughGenerated(module, path, bytes);
      expect(decoded(type, generated)).to.deep.equal(decoded(type, bytes));
      expect(generated.length).to.equal(bytes.length);
    }
  });
};

describe("The messages that calls share:", () => {
  same("shared_pb", "StreamIdentifier", streamIdentifier, [{ streamName: Buffer.from("s") }]);
  same("shared_pb", "UUID", uuid, [
    { string: "x" },
    { structured: { mostSignificantBits: -5n, leastSignificantBits: 2n ** 63n - 1n } },
  ]);
  same("shared_pb", "AllStreamPosition", allPosition, [
    { commitPosition: 2n ** 64n - 1n, preparePosition: 1n },
  ]);
  same("shared_pb", "WrongExpectedVersion", wrongExpectedVersion, [
    { currentStreamRevision: 1n, expectedStreamPosition: 2n },
    { currentNoStream: {}, expectedAny: {} },
    { currentNoStream: {}, expectedStreamExists: {} },
    { currentNoStream: {}, expectedNoStream: {} },
  ]);
  same("shared_pb", "StreamDeleted", streamDeleted, [
    { streamIdentifier: { streamName: Buffer.from("s") } },
  ]);
  same("shared_pb", "MaximumAppendSizeExceeded", maximumAppendSizeExceeded, [
    { maxAppendSize: 1_048_576 },
  ]);
  same("status_pb", "Status", rpcStatus, [
    { code: 6, message: "m", details: { typeUrl: "a/b", value: Buffer.from([1, 2]) } },
  ]);
  same("serverfeatures_pb", "SupportedMethods", supportedMethods, [
    {
      methods: [{ methodName: "read", serviceName: "s", features: ["a", "b"] }],
      eventStoreServerVersion: "23.10.6",
    },
  ]);
  same("gossip_pb", "ClusterInfo", clusterInfo, [
    {
      members: [
        {
          instanceId: { string: "i" },
          timeStamp: 638_000_000_000_000_000n,
          state: LEADER_STATE,
          isAlive: true,
          httpEndPoint: { address: "h", port: 2113 },
        },
      ],
    },
  ]);

  it("an Any names its type where the official client looks for it", () => {
    const details = { typeUrl: "type.googleapis.com/event_store.client.Timeout" };
    const status = generatedType("status_pb", "Status").deserializeBinary(
      encodeMessage(rpcStatus, { details }),
    );
    expect(status.toObject()["details"]).to.deep.include(details);
    expect(decoded(anyMessage, encodeMessage(anyMessage, details)).typeUrl).to.equal(
      details.typeUrl,
    );
  });
});

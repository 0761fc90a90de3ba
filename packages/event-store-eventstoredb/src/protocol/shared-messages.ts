import {
  bool,
  bytes,
  int32,
  int64,
  empty,
  message,
  plain,
  optional,
  repeated,
  text,
  uint32,
  uint64,
} from "@tallystick/protobuf";

/** The name of a stream, in UTF-8. */
export const streamIdentifier = message("StreamIdentifier", { streamName: plain(3, bytes) });

/** An id as text or as two halves of 64 bits. */
export const uuid = message("Uuid", {
  structured: optional(
    1,
    message("Uuid.Structured", {
      mostSignificantBits: plain(1, int64),
      leastSignificantBits: plain(2, int64),
    }),
  ),
  string: optional(2, text),
});

/**
 * A place in the order of all streams; both numbers are equal except for transactions of old
 * versions.
 */
export const allPosition = message("AllPosition", {
  commitPosition: plain(1, uint64),
  preparePosition: plain(2, uint64),
});

/** Details of an error of a batch append: the expected and the actual revision. */
export const wrongExpectedVersion = message("WrongExpectedVersion", {
  currentStreamRevision: optional(1, uint64),
  currentNoStream: optional(2, empty),
  expectedStreamPosition: optional(3, uint64),
  expectedAny: optional(4, empty),
  expectedStreamExists: optional(5, empty),
  expectedNoStream: optional(6, empty),
});

/** Details of an error of a batch append: the stream was deleted permanently. */
export const streamDeleted = message("StreamDeleted", {
  streamIdentifier: optional(1, streamIdentifier),
});

/** Details of an error of a batch append: more bytes than one append may have. */
export const maximumAppendSizeExceeded = message("MaximumAppendSizeExceeded", {
  maxAppendSize: plain(1, uint32),
});

/** Details of an error of a batch append: a request that breaks a rule of form. */
export const badRequest = message("BadRequest", { message: plain(1, text) });

/** A message of any type, named by its address. */
export const anyMessage = message("AnyMessage", {
  typeUrl: plain(1, text),
  value: plain(2, bytes),
});

/** The outcome of one append of a batch stream; unlike Google's, it has at most one detail. */
export const rpcStatus = message("RpcStatus", {
  code: plain(1, int32),
  message: plain(2, text),
  details: optional(3, anyMessage),
});

export const timestamp = message("Timestamp", { seconds: plain(1, int64), nanos: plain(2, int32) });

export const duration = message("Duration", { seconds: plain(1, int64), nanos: plain(2, int32) });

export const supportedMethods = message("SupportedMethods", {
  methods: repeated(
    1,
    message("SupportedMethods.Methods", {
      methodName: plain(1, text),
      serviceName: plain(2, text),
      features: repeated(3, text),
    }),
  ),
  eventStoreServerVersion: plain(2, text),
});

export const clusterInfo = message("ClusterInfo", {
  members: repeated(
    1,
    message("ClusterInfo.Members", {
      instanceId: optional(1, uuid),
      timeStamp: plain(2, int64),
      state: plain(3, uint32),
      isAlive: plain(4, bool),
      httpEndPoint: optional(
        5,
        message("ClusterInfo.Members.HttpEndPoint", {
          address: plain(1, text),
          port: plain(2, uint32),
        }),
      ),
    }),
  ),
});

/** State of a cluster member that accepts writes. */
export const LEADER_STATE = 8;

import {
  bool,
  bytesField,
  int32,
  int64,
  message,
  optional,
  repeated,
  scalar,
  text,
  uint32,
  uint64,
} from "./message-codec.js";

/** A message without fields; what only its presence says. */
export const empty = message({});

/** The empty message as a value. */
export const PRESENT = {};

/** The name of a stream, in UTF-8. */
export const streamIdentifier = message({ streamName: bytesField(3) });

/** An id as text or as two halves of 64 bits. */
export const uuid = message({
  structured: optional(
    1,
    message({
      mostSignificantBits: scalar(1, int64, 0n),
      leastSignificantBits: scalar(2, int64, 0n),
    }),
  ),
  string: optional(2, text),
});

/**
 * A place in the order of all streams; both numbers are equal except for transactions of old
 * versions.
 */
export const allPosition = message({
  commitPosition: scalar(1, uint64, 0n),
  preparePosition: scalar(2, uint64, 0n),
});

/** Details of an error of a batch append: what was expected and what is there. */
export const wrongExpectedVersion = message({
  currentStreamRevision: optional(1, uint64),
  currentNoStream: optional(2, empty),
  expectedStreamPosition: optional(3, uint64),
  expectedAny: optional(4, empty),
  expectedStreamExists: optional(5, empty),
  expectedNoStream: optional(6, empty),
});

/** Details of an error of a batch append: the stream was deleted for good. */
export const streamDeleted = message({ streamIdentifier: optional(1, streamIdentifier) });

/** Details of an error of a batch append: more bytes than one append may have. */
export const maximumAppendSizeExceeded = message({ maxAppendSize: scalar(1, uint32, 0) });

/** Details of an error of a batch append: a request that breaks a rule of form. */
export const badRequest = message({ message: scalar(1, text, "") });

/** A message of any type, named by its address. */
export const anyMessage = message({ typeUrl: scalar(1, text, ""), value: bytesField(2) });

/** The outcome of one append of a batch stream; unlike Google's, it has at most one detail. */
export const rpcStatus = message({
  code: scalar(1, int32, 0),
  message: scalar(2, text, ""),
  details: optional(3, anyMessage),
});

/** A point in time. */
export const timestamp = message({ seconds: scalar(1, int64, 0n), nanos: scalar(2, int32, 0) });

/** A span of time. */
export const duration = message({ seconds: scalar(1, int64, 0n), nanos: scalar(2, int32, 0) });

/** What a server can do. */
export const supportedMethods = message({
  methods: repeated(
    1,
    message({
      methodName: scalar(1, text, ""),
      serviceName: scalar(2, text, ""),
      features: repeated(3, text),
    }),
  ),
  eventStoreServerVersion: scalar(2, text, ""),
});

/** The members of a cluster. */
export const clusterInfo = message({
  members: repeated(
    1,
    message({
      instanceId: optional(1, uuid),
      timeStamp: scalar(2, int64, 0n),
      state: scalar(3, uint32, 0),
      isAlive: scalar(4, bool, false),
      httpEndPoint: optional(
        5,
        message({ address: scalar(1, text, ""), port: scalar(2, uint32, 0) }),
      ),
    }),
  ),
});

/** State of a cluster member that takes writes. */
export const LEADER_STATE = 8;

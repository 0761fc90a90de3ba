import {
  bool,
  bytesField,
  int64,
  message,
  optional,
  repeated,
  scalar,
  text,
  textMap,
  uint32,
  uint64,
} from "./message-codec.js";
import { allPosition, empty, streamIdentifier, timestamp, uuid } from "./shared-messages.js";

/** A read or a subscription. */
export const readRequest = message({
  options: optional(
    1,
    message({
      stream: optional(
        1,
        message({
          streamIdentifier: optional(1, streamIdentifier),
          revision: optional(2, uint64),
          start: optional(3, empty),
          end: optional(4, empty),
        }),
      ),
      all: optional(
        2,
        message({
          position: optional(1, allPosition),
          start: optional(2, empty),
          end: optional(3, empty),
        }),
      ),
      /** 0 forwards, 1 backwards. */
      readDirection: scalar(3, uint32, 0),
      resolveLinks: scalar(4, bool, false),
      count: optional(5, uint64),
      subscription: optional(6, empty),
      filter: optional(
        7,
        message({
          streamIdentifier: optional(
            1,
            message({ regex: scalar(1, text, ""), prefix: repeated(2, text) }),
          ),
          eventType: optional(
            2,
            message({ regex: scalar(1, text, ""), prefix: repeated(2, text) }),
          ),
          max: optional(3, uint32),
          count: optional(4, empty),
          checkpointIntervalMultiplier: scalar(5, uint32, 0),
        }),
      ),
      noFilter: optional(8, empty),
      uuidOption: optional(
        9,
        message({ structured: optional(1, empty), string: optional(2, empty) }),
      ),
      controlOption: optional(10, message({ compatibility: scalar(1, uint32, 0) })),
    }),
  ),
});

/** An event as it was recorded; its metadata map has `type`, `content-type` and `created`. */
export const recordedMessage = message({
  id: optional(1, uuid),
  streamIdentifier: optional(2, streamIdentifier),
  streamRevision: scalar(3, uint64, 0n),
  preparePosition: scalar(4, uint64, 0n),
  commitPosition: scalar(5, uint64, 0n),
  metadata: textMap(6),
  customMetadata: bytesField(7),
  data: bytesField(8),
});

/** One message of the answer to a read or a subscription. */
export const readResponse = message({
  event: optional(
    1,
    message({
      event: optional(1, recordedMessage),
      link: optional(2, recordedMessage),
      commitPosition: optional(3, uint64),
      noPosition: optional(4, empty),
    }),
  ),
  confirmation: optional(2, message({ subscriptionId: scalar(1, text, "") })),
  checkpoint: optional(3, allPosition),
  streamNotFound: optional(4, message({ streamIdentifier: optional(1, streamIdentifier) })),
  firstStreamPosition: optional(5, uint64),
  lastStreamPosition: optional(6, uint64),
  lastAllStreamPosition: optional(7, allPosition),
  /** Empty on EventStoreDB 23.10; later servers fill it in. */
  caughtUp: optional(
    8,
    message({
      timestamp: optional(1, timestamp),
      streamRevision: optional(2, int64),
      position: optional(3, allPosition),
    }),
  ),
  fellBehind: optional(9, empty),
});

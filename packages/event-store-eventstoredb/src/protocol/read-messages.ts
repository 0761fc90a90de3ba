import {
  bool,
  bytes,
  int64,
  empty,
  message,
  plain,
  optional,
  repeated,
  text,
  textMap,
  uint32,
  uint64,
} from "@tallystick/protobuf";
import { allPosition, streamIdentifier, timestamp, uuid } from "./shared-messages.js";

export const readRequest = message("ReadRequest", {
  options: optional(
    1,
    message("ReadRequest.Options", {
      stream: optional(
        1,
        message("ReadRequest.Options.Stream", {
          streamIdentifier: optional(1, streamIdentifier),
          revision: optional(2, uint64),
          start: optional(3, empty),
          end: optional(4, empty),
        }),
      ),
      all: optional(
        2,
        message("ReadRequest.Options.All", {
          position: optional(1, allPosition),
          start: optional(2, empty),
          end: optional(3, empty),
        }),
      ),
      /** 0 forwards, 1 backwards. */
      readDirection: plain(3, uint32),
      resolveLinks: plain(4, bool),
      count: optional(5, uint64),
      subscription: optional(6, empty),
      filter: optional(
        7,
        message("ReadRequest.Options.Filter", {
          streamIdentifier: optional(
            1,
            message("ReadRequest.Options.Filter.StreamIdentifier", {
              regex: plain(1, text),
              prefix: repeated(2, text),
            }),
          ),
          eventType: optional(
            2,
            message("ReadRequest.Options.Filter.EventType", {
              regex: plain(1, text),
              prefix: repeated(2, text),
            }),
          ),
          max: optional(3, uint32),
          count: optional(4, empty),
          checkpointIntervalMultiplier: plain(5, uint32),
        }),
      ),
      noFilter: optional(8, empty),
      uuidOption: optional(
        9,
        message("ReadRequest.Options.UuidOption", {
          structured: optional(1, empty),
          string: optional(2, empty),
        }),
      ),
      controlOption: optional(
        10,
        message("ReadRequest.Options.ControlOption", { compatibility: plain(1, uint32) }),
      ),
    }),
  ),
});

/** An event as it was recorded; its metadata map has `type`, `content-type` and `created`. */
export const recordedMessage = message("RecordedMessage", {
  id: optional(1, uuid),
  streamIdentifier: optional(2, streamIdentifier),
  streamRevision: plain(3, uint64),
  preparePosition: plain(4, uint64),
  commitPosition: plain(5, uint64),
  metadata: textMap(6),
  customMetadata: plain(7, bytes),
  data: plain(8, bytes),
});

/** One message of the answer to a read or a subscription. */
export const readResponse = message("ReadResponse", {
  event: optional(
    1,
    message("ReadResponse.Event", {
      event: optional(1, recordedMessage),
      link: optional(2, recordedMessage),
      commitPosition: optional(3, uint64),
      noPosition: optional(4, empty),
    }),
  ),
  confirmation: optional(
    2,
    message("ReadResponse.Confirmation", { subscriptionId: plain(1, text) }),
  ),
  checkpoint: optional(3, allPosition),
  streamNotFound: optional(
    4,
    message("ReadResponse.StreamNotFound", { streamIdentifier: optional(1, streamIdentifier) }),
  ),
  firstStreamPosition: optional(5, uint64),
  lastStreamPosition: optional(6, uint64),
  lastAllStreamPosition: optional(7, allPosition),
  /** Empty on EventStoreDB 23.10; later servers fill it in. */
  caughtUp: optional(
    8,
    message("ReadResponse.CaughtUp", {
      timestamp: optional(1, timestamp),
      streamRevision: optional(2, int64),
      position: optional(3, allPosition),
    }),
  ),
  fellBehind: optional(9, empty),
});

import {
  bool,
  bytes,
  empty,
  message,
  plain,
  optional,
  repeated,
  textMap,
  uint64,
} from "@tallystick/protobuf";
import {
  allPosition,
  duration,
  rpcStatus,
  streamIdentifier,
  timestamp,
  uuid,
} from "./shared-messages.js";

/** An event as a writer sends it; its metadata map has `type` and `content-type`. */
export const proposedMessage = message("ProposedMessage", {
  id: optional(1, uuid),
  metadata: textMap(2),
  customMetadata: plain(3, bytes),
  data: plain(4, bytes),
});

/** Stream and expected revision of an append, of a deletion or of a tombstone. */
const writeOptions = message("WriteOptions", {
  streamIdentifier: optional(1, streamIdentifier),
  revision: optional(2, uint64),
  noStream: optional(3, empty),
  any: optional(4, empty),
  streamExists: optional(5, empty),
});

/** The options first, then one message for each event. */
export const appendRequest = message("AppendRequest", {
  options: optional(1, writeOptions),
  proposedMessage: optional(2, proposedMessage),
});

/** The answer to an append, a wrong expected revision included. */
export const appendResponse = message("AppendResponse", {
  success: optional(
    1,
    message("AppendResponse.Success", {
      currentRevision: optional(1, uint64),
      noStream: optional(2, empty),
      position: optional(3, allPosition),
      noPosition: optional(4, empty),
    }),
  ),
  wrongExpectedVersion: optional(
    2,
    message("AppendResponse.WrongExpectedVersion", {
      oldCurrentRevision: optional(1, uint64),
      oldNoStream: optional(2, empty),
      oldExpectedRevision: optional(3, uint64),
      oldAny: optional(4, empty),
      oldStreamExists: optional(5, empty),
      currentRevision: optional(6, uint64),
      currentNoStream: optional(7, empty),
      expectedRevision: optional(8, uint64),
      expectedAny: optional(9, empty),
      expectedStreamExists: optional(10, empty),
      expectedNoStream: optional(11, empty),
    }),
  ),
});

/** A chunk of one of many appends on one stream of requests; the first has the options. */
export const batchAppendRequest = message("BatchAppendRequest", {
  correlationId: optional(1, uuid),
  options: optional(
    2,
    message("BatchAppendRequest.Options", {
      streamIdentifier: optional(1, streamIdentifier),
      revision: optional(2, uint64),
      noStream: optional(3, empty),
      any: optional(4, empty),
      streamExists: optional(5, empty),
      deadlineTime: optional(6, timestamp),
      deadlineSpan: optional(7, duration),
    }),
  ),
  proposedMessages: repeated(3, proposedMessage),
  isFinal: plain(4, bool),
});

/** The answer to one append of a batch stream. */
export const batchAppendResponse = message("BatchAppendResponse", {
  correlationId: optional(1, uuid),
  error: optional(2, rpcStatus),
  success: optional(
    3,
    message("BatchAppendResponse.Success", {
      currentRevision: optional(1, uint64),
      noStream: optional(2, empty),
      position: optional(3, allPosition),
      noPosition: optional(4, empty),
    }),
  ),
  streamIdentifier: optional(4, streamIdentifier),
  expectedRevision: optional(5, uint64),
  expectedNoStream: optional(6, empty),
  expectedAny: optional(7, empty),
  expectedStreamExists: optional(8, empty),
});

/** A deletion or a tombstone. */
export const deleteRequest = message("DeleteRequest", { options: optional(1, writeOptions) });

/** The answer to a deletion or a tombstone. */
export const deleteResponse = message("DeleteResponse", {
  position: optional(1, allPosition),
  noPosition: optional(2, empty),
});

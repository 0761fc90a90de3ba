import type { Decoded } from "@tallystick/protobuf";
import type { proposedMessage } from "../../../src/protocol/append-messages.js";
import { CONTENT_TYPE_KEY, JSON_CONTENT, TYPE_KEY } from "../../../src/protocol/event-metadata.js";
import { idOf, NIL_ID } from "../../../src/protocol/identifiers.js";
import type { Expectation } from "../writer/placement.js";
import type { SentMessage } from "../streams/stored-event.js";
import { DELETED_REVISION } from "../../../src/server/streams/stream-state.js";

/** Longest name of a stream and of an event type, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 4_096;

type MessageError =
  | { readonly kind: "missing"; readonly property: string }
  | { readonly kind: "bad"; readonly reason: string };

export const sentMessage = (
  proposed: Decoded<typeof proposedMessage>,
): SentMessage | MessageError => {
  const type = proposed.metadata.get(TYPE_KEY);
  if (type === undefined) return { kind: "missing", property: TYPE_KEY };
  const contentType = proposed.metadata.get(CONTENT_TYPE_KEY);
  if (contentType === undefined) return { kind: "missing", property: CONTENT_TYPE_KEY };
  const id = idOf(proposed.id);
  if (id === undefined) return { kind: "bad", reason: "the id of an event must be a UUID" };
  if (id === NIL_ID) return { kind: "bad", reason: "the id of an event must not be empty" };
  if (type === "") return { kind: "bad", reason: "the type of an event must not be empty" };
  if (type.length > MAX_NAME_LENGTH)
    return { kind: "bad", reason: `a type has at most ${MAX_NAME_LENGTH} characters` };
  const { data, customMetadata: metadata } = proposed;
  return { id, type, isJson: contentType === JSON_CONTENT, data, metadata };
};

interface ExpectedFields {
  readonly revision: bigint | undefined;
  readonly noStream: unknown;
  readonly any: unknown;
  readonly streamExists: unknown;
}

/** The revision for none: -1 as an unsigned number. */
const NO_REVISION = 2n ** 64n - 1n;

/** The expected revision of a request, undefined if it is missing or impossible. */
export const expectationOf = (fields: ExpectedFields): Expectation | undefined => {
  if (fields.revision === NO_REVISION) return "no-stream";
  if (fields.revision !== undefined)
    return fields.revision < DELETED_REVISION ? Number(fields.revision) : undefined;
  if (fields.noStream !== undefined) return "no-stream";
  if (fields.any !== undefined) return "any";
  return fields.streamExists === undefined ? undefined : "stream-exists";
};

/** An expectation as a signed number, for messages. */
export const expectedNumber = (expected: Expectation): number => {
  switch (expected) {
    case "no-stream":
      return -1;
    case "any":
      return -2;
    case "stream-exists":
      return -4;
    default:
      return expected;
  }
};

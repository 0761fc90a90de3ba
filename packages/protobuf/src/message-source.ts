import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { unreadable } from "./read-error.js";

/** Limits of a message. */
export interface ReadLimits {
  /** Bytes of the whole message. */
  readonly maxBytes: number;
  /**
   * Messages and repeated elements in it; each takes memory, and at least two bytes on the wire.
   */
  readonly maxParts: number;
  /** Nested messages; a level of a nested record is three of them. */
  readonly maxDepth: number;
}

/**
 * Enough for transactions of thousands of nodes and for values as deep as Daml allows, 100 levels.
 */
export const defaultReadLimits: ReadLimits = {
  maxBytes: 16 * 1024 * 1024,
  maxParts: 500_000,
  maxDepth: 320,
};

/** The bytes of one message with the use of the limits so far. */
export interface MessageSource {
  readonly reader: BinaryReader;
  readonly limits: ReadLimits;
  /** Messages and elements read so far. */
  parts: number;
  /** Nesting depth of the reader. */
  depth: number;
}

/** Opens bytes for reading. Throws when there are too many. */
export const sourceOf = (bytes: Uint8Array, limits: ReadLimits): MessageSource => {
  if (bytes.length > limits.maxBytes)
    unreadable("too large", `found ${bytes.length} bytes, expected at most ${limits.maxBytes}`);
  return { reader: new BinaryReader(bytes), limits, parts: 0, depth: 0 };
};

export const countPart = (source: MessageSource, name: string): void => {
  source.parts += 1;
  if (source.parts > source.limits.maxParts)
    unreadable("too large", `${name}: expected at most ${source.limits.maxParts} parts in all`);
};

/** Enters a message that ends at `end`; {@link leaveMessage} leaves it. */
export const enterMessage = (source: MessageSource, name: string, end: number): void => {
  countPart(source, name);
  source.depth += 1;
  if (source.depth > source.limits.maxDepth)
    unreadable("too large", `${name}: nested more than ${source.limits.maxDepth} messages deep`);
  if (end > source.reader.len)
    unreadable("malformed", `${name}: extends beyond the end of the bytes`);
};

/** Whether the message has another field. Throws when the last one went too far. */
export const isInside = (source: MessageSource, name: string, end: number): boolean => {
  const { pos } = source.reader;
  if (pos > end) unreadable("malformed", `${name}: a field extends beyond its message`);
  return pos < end;
};

export const leaveMessage = (source: MessageSource): void => {
  source.depth -= 1;
};

/**
 * Throws for a field with another wire type than its content. Callers compare the types themselves:
 * a call for each field would take a sixth of the time.
 */
export const refuseWireType = (
  name: string,
  number: number,
  found: WireType,
  expected: WireType,
): never =>
  unreadable(
    "malformed",
    `${name}: found wire type ${found}, expected ${expected} (field ${number})`,
  );

/**
 * Skips a field that the message type does not have. Throws for groups, which are not part of
 * proto3.
 */
export const skipField = (
  source: MessageSource,
  name: string,
  number: number,
  wireType: WireType,
): void => {
  if (wireType === WireType.StartGroup || wireType === WireType.EndGroup)
    unreadable("malformed", `${name} field ${number}: found a group, expected none`);
  source.reader.skip(wireType, number);
};

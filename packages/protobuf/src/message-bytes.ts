import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { MessageType } from "./message.js";
import { type ReadLimits, defaultReadLimits, sourceOf } from "./message-source.js";
import { type ReadError, UnreadableMessage } from "./read-error.js";

/** Longest message after which its writer and its buffer are used again. */
const MAX_KEPT_BYTES = 256 * 1024;

let idleWriter: BinaryWriter | undefined;

/** The bytes of a message. */
export const encodeMessageBytes = <W>(type: MessageType<unknown, W>, value: W): Uint8Array => {
  const writer = idleWriter ?? new BinaryWriter();
  // a writer is not used again after an exception
  idleWriter = undefined;
  type.writeFields(writer, value);
  const encoded = writer.finish();
  if (encoded.length <= MAX_KEPT_BYTES) idleWriter = writer;
  return encoded;
};

/** The bytes of a message as a Buffer. */
export const encodeMessage = <W>(type: MessageType<unknown, W>, value: W): Buffer => {
  const encoded = encodeMessageBytes(type, value);
  return Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
};

/**
 * Reads a message. Unknown fields are skipped; a field that may occur once must not occur twice.
 * @returns the message, or why the bytes are not one; never throws
 */
export const decodeMessage = <A>(
  type: MessageType<A, never>,
  encoded: Uint8Array,
  limits: ReadLimits = defaultReadLimits,
): Either<ReadError, A> => {
  try {
    const source = sourceOf(encoded, limits);
    return right(type.readTo(source, encoded.length));
  } catch (error) {
    if (error instanceof UnreadableMessage)
      return left({ kind: error.kind, message: error.message });
    // exceptions of the library's reader: bytes that end early, too long varints, invalid UTF-8
    const reason = error instanceof Error ? error.message : "unreadable";
    return left({ kind: "malformed", message: `${type.name}: ${reason}` });
  }
};

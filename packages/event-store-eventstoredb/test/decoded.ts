import { type MessageType, decodeMessage } from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";

/** The message in these bytes; throws when they are none. */
export const decoded = <A>(type: MessageType<A, never>, bytes: Uint8Array): A => {
  const message = decodeMessage(type, bytes);
  if (isLeft(message)) throw new Error(message.left.message);
  return message.right;
};

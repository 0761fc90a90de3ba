import { BinaryReader } from "@bufbuild/protobuf/wire";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { type MessageSource, defaultReadLimits } from "../src/message-source.js";

/** The value; throws with the error when there is none. */
export const expectRight = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(`expected a value, found ${JSON.stringify(either.left)}`);
  return either.right;
};

/** The error; throws when there is none. */
export const expectLeft = <E, A>(either: Either<E, A>): E => {
  if (isRight(either)) throw new Error("expected an error, found a value");
  return either.left;
};

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const fromHex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"));

/** A source at the first of these bytes. */
export const sourceAt = (bytes: Uint8Array): MessageSource => ({
  reader: new BinaryReader(bytes),
  limits: defaultReadLimits,
  parts: 0,
  depth: 0,
});

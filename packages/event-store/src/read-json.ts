import { isLeft } from "fp-ts/lib/Either.js";
import type { Decoder } from "io-ts";

/** Reads JSON text by a codec; undefined when it is not JSON, or has another form. */
export const readJson = <A>(codec: Decoder<unknown, A>, text: string): A | undefined => {
  try {
    const read = codec.decode(JSON.parse(text));
    return isLeft(read) ? undefined : read.right;
  } catch {
    return undefined;
  }
};

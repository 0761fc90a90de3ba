import { chainW, match } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { parse } from "fp-ts/lib/Json.js";
import type { Decoder } from "io-ts";

/** Reads JSON text by a codec; undefined when it is not JSON, or has another form. */
export const readJson = <A>(codec: Decoder<unknown, A>, text: string): A | undefined =>
  pipe(
    parse(text),
    chainW(codec.decode),
    match(
      () => undefined,
      (value) => value,
    ),
  );

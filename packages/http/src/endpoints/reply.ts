import type { LedgerError } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";
import { type Answer, bytesContentType, jsonAnswer, textContentType } from "../answers/answer.js";
import { writeJsonText } from "../json/json-text.js";

declare const replied: unique symbol;

/**
 * An answer that carries a value of the row's response type, so that the compiler compares what is
 * answered with what is published.
 */
export type Reply<R> = Answer & { readonly [replied]?: R };

/** 200 with a JSON value. */
export const ok = <R>(value: R): Either<LedgerError, Reply<R>> =>
  right(jsonAnswer(writeJsonText(value)));

/** 200 with bytes; `headers` go beside them. */
export const okBytes = (
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Either<LedgerError, Reply<Uint8Array>> =>
  right({ status: 200, contentType: bytesContentType, body, headers });

/** 200 without a body. */
export const okEmpty: Either<LedgerError, Reply<undefined>> = right({
  status: 200,
  contentType: textContentType,
  body: "",
});

import type { LedgerError } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";
import {
  type Answer,
  bytesContentType,
  jsonAnswer,
  jsonContentType,
  textContentType,
} from "../answers/answer.js";
import type { JsonParts } from "../answers/json-parts.js";
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

/** 200 with a JSON object of which one field has elements that were written as they came. */
export const okWithParts = <K extends string, A, End extends object>(
  name: K,
  parts: JsonParts<A>,
  end: End,
): Either<LedgerError, Reply<End & Readonly<Record<K, ReadonlyArray<A>>>>> =>
  okParts(parts.between(`{${JSON.stringify(name)}:[`, `],${writeJsonText(end).slice(1)}`));

const comma = Buffer.from(",");

/** 200 with a JSON array of elements that are text already. */
export const okList = <A>(
  texts: ReadonlyArray<Buffer>,
): Either<LedgerError, Reply<ReadonlyArray<A>>> => {
  const joined = texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
  return okParts(Buffer.concat([Buffer.from("["), ...joined, Buffer.from("]")]));
};

const okParts = <R>(body: Buffer): Either<LedgerError, Reply<R>> =>
  right({ status: 200, contentType: jsonContentType, body });

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

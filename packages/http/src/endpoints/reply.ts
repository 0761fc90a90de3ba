import { type Answer, bytesContentType, jsonAnswer, jsonContentType } from "../answers/answer.js";
import type { JsonParts } from "../answers/json-parts.js";
import { writeJsonText } from "../json/json-text.js";
import type { ResponseKind } from "./response-kind.js";

/**
 * An answer that a handler has written itself instead of returning the value: with another status,
 * with headers, or in parts. `R` is its type, so that the compiler compares answers with the
 * published types.
 */
export class Reply<R> implements Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  declare readonly carries?: R;

  constructor({ status, contentType, body, headers = {} }: Answer) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
  }
}

/** 200 with a JSON object, one field of which has elements written in parts. */
export const okWithParts = <K extends string, A, End extends object>(
  name: K,
  parts: JsonParts<A>,
  end: End,
): Reply<End & Readonly<Record<K, ReadonlyArray<A>>>> =>
  okParts(parts.between(`{${JSON.stringify(name)}:[`, `],${writeJsonText(end).slice(1)}`));

const comma = Buffer.from(",");

/** 200 with a JSON array of elements that are text already. */
export const okList = <A>(texts: ReadonlyArray<Buffer>): Reply<ReadonlyArray<A>> => {
  const joined = texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text]));
  return okParts(Buffer.concat([Buffer.from("["), ...joined, Buffer.from("]")]));
};

const okParts = <R>(body: Buffer): Reply<R> =>
  new Reply({ status: 200, contentType: jsonContentType, body });

/** 200 with bytes; with further `headers`. */
export const okBytes = (
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply<Uint8Array> => new Reply({ status: 200, contentType: bytesContentType, body, headers });

/** Writes the values of one kind of response, each as a 200. */
export const answering = <R>(response: ResponseKind<R>): ((value: R | Reply<R>) => Answer) => {
  const written = writerOf(response);
  return (value) => (value instanceof Reply ? value : written(value));
};

const writerOf = <R>(response: ResponseKind<R>): ((value: R) => Answer) => {
  switch (response.kind) {
    case "json":
      return (value) => jsonAnswer(writeJsonText(value));
    case "empty":
      return () => ({ status: 200, contentType: "", body: "" });
    case "text":
    case "bytes": {
      const { contentType } = response;
      return (value) => ({
        status: 200,
        contentType,
        body: value instanceof Uint8Array ? value : String(value),
      });
    }
  }
};

import { causeInRequest, placeInRequest } from "./place-in-request.js";
import { statusOf } from "./status-of-category.js";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type DecodeError, SchemaType } from "../types/schema-type.js";
import { wireBoolean, wireMapNamed, wireNullable } from "../types/wire-kinds.js";
import { expectedError, wireArray, wireInt32, wireObject, wireString } from "../types/wire-type.js";
import { optional, required } from "../types/wire-field.js";
import { type LedgerError, errorCategories, errorCategoryOf, errorRow } from "@tallystick/core";

/** Longest cause in characters; a cut is marked by three dots (ledger-api 4.1). */
const maxCauseLength = 512;

/** Longest key of the context in characters (ledger-api 4.2). */
const maxContextKeyLength = 63;

/** Largest error in bytes of its JSON text (ledger-api 4.2). */
export const maxErrorBytes = 4096;

/** Code of an error whose details stay inside the node (ledger-api 4.3). */
export const redactedCode = "NA";

/** Cause of an error whose details stay inside the node (ledger-api 4.3). */
export const redactedCause = "A security-sensitive error has been received";

/** Category of an error whose details stay inside the node (ledger-api 4.3). */
const redactedCategory = -1;

/** Characters of a trace id within a sentence. */
const shortTraceLength = 8;

const ellipsis = "...";
const maxIdLength = 255;

const pairSchema = { type: "array", minItems: 2, maxItems: 2, items: { type: "string" } };

const texts = wireArray(wireString);

const stringPair: SchemaType<readonly [string, string]> = new SchemaType(
  "Tuple2_String_String",
  pairSchema,
  (u) => {
    const items = texts.read(u);
    if (isLeft(items)) return items;
    const [first, second, ...more] = items.right;
    return first === undefined || second === undefined || more.length > 0
      ? expectedError("a pair of strings", u)
      : right<DecodeError, readonly [string, string]>([first, second]);
  },
  { Tuple2_String_String: pairSchema },
);

/** The error object on the wire (specification 2.5). */
export const JsLedgerError = wireObject("JsLedgerError", {
  code: required(wireString),
  cause: required(wireString),
  correlationId: optional(wireNullable(wireString)),
  traceId: optional(wireNullable(wireString)),
  context: required(wireMapNamed("Map_String", wireString)),
  resources: optional(wireArray(stringPair)),
  errorCategory: required(wireInt32),
  grpcCodeValue: optional(wireNullable(wireInt32)),
  retryInfo: optional(wireNullable(wireString)),
  definiteAnswer: optional(wireNullable(wireBoolean)),
});
/** The error object on the wire (specification 2.5). */
export type JsLedgerError = TypeOf<typeof JsLedgerError>;

/** The adapter's data about the request of an error. */
export interface WireErrorOptions {
  /** 32 hex digits. */
  readonly traceId?: string;
  /** The participant's name, for the context of errors of its services. */
  readonly participant?: string;
  /** For command submission the submission id; the error's own wins. */
  readonly correlationId?: string;
}

/** True when the interface itself made the error, before any service of the ledger. */
export const isOfInterface = (error: LedgerError): boolean =>
  error.madeByInterface === true || errorRow(error.code).answer === "H";

/**
 * True when neither code nor context of an error may leave the node; not for errors of the
 * interface itself (ledger-api 4.3).
 */
export const isRedacted = (error: LedgerError): boolean =>
  errorCategories[errorCategoryOf(error)].redacted && !isOfInterface(error);

/**
 * The error object on the wire (specification 2.5): all ten keys, unknown ones null. An error of
 * the ledger's services has its definite answer, category, participant and trace id in the context;
 * one that the interface makes itself has the definite answer in its own key (ledger-api 4.2). Long
 * causes are cut, empty context entries dropped, and context and resources shortened until the JSON
 * text has at most {@link maxErrorBytes} bytes.
 */
export const toWireError = (
  error: LedgerError,
  options: WireErrorOptions = {},
): Required<JsLedgerError> => {
  const category = errorCategoryOf(error);
  const { retry } = errorCategories[category];
  const grpcCode = statusOf(error).grpcCode;
  const ids = {
    correlationId: cutId(
      error.correlationId ??
        options.correlationId ??
        (isOfInterface(error) ? options.traceId : undefined),
    ),
    traceId: cutId(options.traceId),
  };
  if (isRedacted(error)) return redactedError(error, grpcCode, ids);
  return boundedError({
    code: error.code,
    cause: cutText(shownCause(error, category, options.traceId), maxCauseLength),
    ...ids,
    context: contextOf(error, category, options),
    resources: error.resources.map(([kind, value]): [string, string] => [kind, value]),
    errorCategory: category,
    grpcCodeValue: grpcCode,
    retryInfo: retry,
    definiteAnswer: isOfInterface(error) ? error.definiteAnswer : null,
  });
};

/**
 * What an answer says of an error. A public node puts code, category and the beginning of the trace
 * id in front of a sentence of several lines.
 */
const shownCause = (error: LedgerError, category: number, traceId = ""): string => {
  const cause = error.publicCause ?? causeInRequest(error);
  return error.publicCause === undefined || isOfInterface(error) || !cause.includes("\n")
    ? cause
    : `${error.code}(${category},${traceId.slice(0, shortTraceLength)}): ${cause}`;
};

const cutText = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  // half of a surrogate pair is not a character
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}${ellipsis}`;
};

const cutId = (id: string | undefined): string | null =>
  id === undefined || id === "" ? null : id.slice(0, maxIdLength);

const contextOf = (
  error: LedgerError,
  category: number,
  { traceId, participant }: WireErrorOptions,
): Record<string, string> => {
  const context: Record<string, string> = {};
  for (const [key, value] of Object.entries(error.context))
    if (value !== "" && key !== "") context[key.slice(0, maxContextKeyLength)] = value;
  const field = error.place === undefined ? error.field : placeInRequest(error.place);
  if (field !== undefined) context.field = field;
  if (isOfInterface(error)) return context;
  if (participant !== undefined) context.participant = participant;
  // the catalogue and this occurrence override the context of an error
  context.category = String(category);
  // errors of these classes leave the command's outcome open
  if (errorRow(error.code).answer !== "C") context.definite_answer = String(error.definiteAnswer);
  if (traceId !== undefined && traceId !== "") context.tid = traceId.slice(0, maxIdLength);
  return context;
};

type Ids = Pick<Required<JsLedgerError>, "correlationId" | "traceId">;

const redactedError = (error: LedgerError, grpcCode: number, ids: Ids): Required<JsLedgerError> => {
  const tokenError = error.context.ledger_api_error;
  return {
    code: redactedCode,
    cause: redactedCause,
    traceId: ids.traceId,
    // what a submission is called is not told where the request has an id
    correlationId: ids.traceId ?? ids.correlationId,
    context: tokenError === undefined || tokenError === "" ? {} : { ledger_api_error: tokenError },
    resources: [],
    errorCategory: redactedCategory,
    grpcCodeValue: grpcCode,
    retryInfo: null,
    definiteAnswer: null,
  };
};

const utf8 = new TextEncoder();
const maxBytesPerUnit = 3;

/** Entries of the context that are never shortened. */
const fixedKeys = new Set(["category", "definite_answer", "participant"]);

const jsonBytes = (value: unknown): number => utf8.encode(JSON.stringify(value)).length;

const boundedError = (error: Required<JsLedgerError>): Required<JsLedgerError> => {
  // most errors are so short that counting their bytes is not worth it
  if (JSON.stringify(error).length * maxBytesPerUnit <= maxErrorBytes) return error;
  if (jsonBytes(error) <= maxErrorBytes) return error;
  const isFixed = ([key]: readonly [string, string]) => fixedKeys.has(key);
  const entries = Object.entries(error.context);
  const fixed = Object.fromEntries(entries.filter(isFixed));
  const base = withShortCause({ ...error, context: fixed, resources: [] });
  const free = maxErrorBytes - jsonBytes(base);
  const resourceShare = error.resources.length === 0 ? 0 : Math.floor(free / 2);
  const context = fitEntries(
    entries.filter((entry) => !isFixed(entry)),
    free - resourceShare,
  );
  const spent = jsonBytes(Object.fromEntries(context));
  return {
    ...base,
    context: { ...base.context, ...Object.fromEntries(context) },
    resources: fitEntries(error.resources, free - spent),
  };
};

// only a text with many characters that JSON escapes is too long after its first cut
const withShortCause = (error: Required<JsLedgerError>): Required<JsLedgerError> => {
  const excess = jsonBytes(error) - maxErrorBytes;
  if (excess <= 0) return error;
  const room = Math.max(0, jsonBytes(error.cause) - excess);
  return { ...error, cause: cutToBytes(error.cause, room) };
};

/** Quotes, colon and comma around an entry; brackets of a pair are as long. */
const entryOverheadBytes = 8;
/** A value is not shortened below this. */
const minValueBytes = 16;

const fitEntries = (
  entries: ReadonlyArray<readonly [string, string]>,
  maxBytes: number,
): Array<[string, string]> => {
  const fitting: Array<[string, string]> = [];
  let free = maxBytes;
  for (const [name, value] of entries) {
    const key = cutToBytes(name, maxContextKeyLength * 2);
    const room = free - jsonBytes(key) - entryOverheadBytes;
    if (room < Math.min(minValueBytes, jsonBytes(value))) continue;
    const cut = cutToBytes(value, room);
    fitting.push([key, cut]);
    free = room - jsonBytes(cut);
  }
  return fitting;
};

/** The longest prefix whose JSON text, quotes and dots included, fits into a number of bytes. */
const cutToBytes = (text: string, maxBytes: number): string => {
  if (jsonBytes(text) <= maxBytes) return text;
  let bytes = 2 + ellipsis.length;
  let end = 0;
  for (const character of text) {
    bytes += jsonBytes(character) - 2;
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return `${text.slice(0, end)}${ellipsis}`;
};

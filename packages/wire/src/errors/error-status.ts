import {
  type MessageType,
  encodeMessage,
  message,
  optional as maybe,
  plain,
  text,
  textMap,
  uint64,
} from "@tallystick/protobuf";
import { statusOf } from "./status-of-category.js";
import type { TypeOf } from "io-ts";
import { SchemaType } from "../types/schema-type.js";
import { wireArray, wireInt32, wireJson, wireObject, wireString } from "../types/wire-type.js";
import { always, optional, required } from "../types/wire-field.js";
import { JsUnknownFieldSet } from "../commands/composite-command-codec.js";
import {
  base64Encode,
  errorCategories,
  errorCategoryOf,
  type Json,
  type JsonObject,
  type LedgerError,
} from "@tallystick/core";
import { isRedacted, toWireError, type WireErrorOptions } from "./wire-error.js";

/**
 * The message of a detail as JSON: an object with `unknownFields`, whatever its other fields. The
 * published document says text, although Canton answers an object (ledger-api 2.1): a client that
 * checks answers by a document would reject ours.
 */
const decodedDetail = new SchemaType<Json>(
  "decoded detail",
  { type: "object", additionalProperties: {} },
  wireJson.read,
);

/**
 * A detail of a status: a protocol-buffer message with its type, as Base64 and as JSON
 * (ledger-api 2.1).
 */
const ProtoAny = wireObject("ProtoAny", {
  typeUrl: required(wireString),
  value: required(wireString),
  unknownFields: required(JsUnknownFieldSet),
  valueDecoded: optional(decodedDetail),
});
type ProtoAny = TypeOf<typeof ProtoAny>;

/**
 * The outcome of a command in a completion: google.rpc.Status in its JSON form (ledger-api 2.1, 6).
 */
export const JsStatus = wireObject("JsStatus", {
  code: required(wireInt32),
  message: required(wireString),
  details: always(wireArray(ProtoAny)),
});
/** The outcome of a command in a completion. */
export type JsStatus = TypeOf<typeof JsStatus>;

/** The status of an accepted command. */
export const okStatus: JsStatus = { code: 0, message: "", details: [] };

const typePrefix = "type.googleapis.com/google.rpc.";
const shownCorrelationLength = 8;

const unknownFields = { fields: {} };

const ErrorInfo = message("ErrorInfo", { reason: plain(1, text), metadata: textMap(3) });
const Duration = message("Duration", { seconds: plain(1, uint64) });
const RetryInfo = message("RetryInfo", { retryDelay: maybe(1, Duration) });
const RequestInfo = message("RequestInfo", { requestId: plain(1, text) });
const ResourceInfo = message("ResourceInfo", {
  resourceType: plain(1, text),
  resourceName: plain(2, text),
});

const detail = <W>(type: MessageType<unknown, W>, value: W, decoded: JsonObject): ProtoAny => ({
  typeUrl: `${typePrefix}${type.name}`,
  value: base64Encode(encodeMessage(type, value)),
  unknownFields,
  valueDecoded: { ...decoded, unknownFields },
});

const errorInfo = (reason: string, metadata: Readonly<Record<string, string>>): ProtoAny =>
  detail(
    ErrorInfo,
    { reason, metadata: Object.entries(metadata) },
    { reason, domain: "", metadata },
  );

const retryInfo = (seconds: number): ProtoAny =>
  detail(
    RetryInfo,
    { retryDelay: { seconds: BigInt(seconds) } },
    { retryDelay: { seconds, nanos: 0, unknownFields } },
  );

const requestInfo = (requestId: string): ProtoAny =>
  detail(RequestInfo, { requestId }, { requestId, servingData: "" });

const resourceInfo = (resourceType: string, resourceName: string): ProtoAny => {
  const resource = { resourceType, resourceName };
  return detail(ResourceInfo, resource, { ...resource, owner: "", description: "" });
};

/**
 * The status of a rejected command (ledger-api 6): the gRPC number, the message
 * `CODE(category,correlation): cause`, and details as ErrorInfo, RetryInfo, RequestInfo and
 * ResourceInfo. Of a redacted error only the request is named.
 */
export const toStatus = (error: LedgerError, options: WireErrorOptions = {}): JsStatus => {
  const wire = toWireError(error, options);
  const code = statusOf(error).grpcCode;
  const category = errorCategories[errorCategoryOf(error)];
  const requestId = wire.correlationId ?? wire.traceId;
  const request = requestId === null ? [] : [requestInfo(requestId)];
  if (isRedacted(error)) return { code, message: wire.cause, details: request };
  const shown = requestId === null ? "0" : requestId.slice(0, shownCorrelationLength);
  return {
    code,
    message: `${wire.code}(${wire.errorCategory},${shown}): ${wire.cause}`,
    details: [
      errorInfo(wire.code, wire.context),
      ...(category.retrySeconds === null ? [] : [retryInfo(category.retrySeconds)]),
      ...request,
      ...wire.resources.map(([kind, value]) => resourceInfo(kind, value)),
    ],
  };
};

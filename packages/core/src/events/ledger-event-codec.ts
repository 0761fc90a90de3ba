import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import {
  areCommittedFields,
  type CommittedFields,
  committedEvent,
  sharingEvent,
} from "./committed-fields.js";
import { ExternalSubmissionCodec } from "./external-submission-codec.js";
import { isErrorCode } from "../errors/error-catalogue.js";
import { isJsonObject, type JsonObject } from "../values/json.js";
import type { LedgerEvent, TransactionCommitted } from "./ledger-event.js";
import {
  type EventUpcaster,
  participantEventCodecs,
  participantUpcasters,
} from "./participant-event-codec.js";

/** An event as a store keeps it: its type, and JSON text whose first field `v` is the version of its schema. */
export interface EncodedEvent {
  readonly type: LedgerEvent["type"];
  readonly data: string;
}

/** The text of an event for the journal, in the current version of its type. */
export const encodeLedgerEvent = (event: LedgerEvent): EncodedEvent => {
  if (event.type === "TransactionCommitted")
    return { type: event.type, data: JSON.stringify(committedFields(event)) };
  const { type, ...fields } = event;
  return { type, data: JSON.stringify({ v: currentEventVersion(type), ...fields }) };
};

// most events are of this type, and a literal is written in half the time of a copy by spreads
const committedFields = (event: TransactionCommitted): WithVersion<TransactionCommitted> => ({
  v: currentEventVersion(event.type),
  updateId: event.updateId,
  userId: event.userId,
  commandId: event.commandId,
  submissionId: event.submissionId,
  workflowId: event.workflowId,
  actAs: event.actAs,
  recordTime: event.recordTime,
  deduplicationPeriod: event.deduplicationPeriod,
  effectiveAt: event.effectiveAt,
  nodes: event.nodes,
  // absent from the text when it is undefined
  ...(event.external === undefined ? {} : { external: event.external }),
});

type WithVersion<E extends LedgerEvent> = Omit<E, "type"> & { readonly v: number };

const parties = t.array(t.string);
const annotations = t.record(t.string, t.string);
const key = t.type({ value: t.unknown, maintainers: parties });

const CreateNodeCodec = t.intersection([
  t.type({
    kind: t.literal("create"),
    nodeId: t.number,
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    payload: t.unknown,
    signatories: parties,
    observers: parties,
  }),
  t.partial({ key, witnesses: parties }),
]);

const ExerciseNodeCodec = t.intersection([
  t.type({
    kind: t.literal("exercise"),
    nodeId: t.number,
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    choice: t.string,
    argument: t.unknown,
    actingParties: parties,
    consuming: t.boolean,
    result: t.unknown,
    lastDescendantNodeId: t.number,
    stakeholders: parties,
    witnesses: parties,
  }),
  t.partial({ interfaceId: t.string }),
]);

const ReportedPeriodCodec = t.union([
  t.type({ kind: t.literal("offset"), offset: t.number }),
  t.type({ kind: t.literal("duration"), durationMicros: t.number }),
  t.type({ kind: t.literal("empty") }),
]);

const submission = {
  userId: t.string,
  commandId: t.string,
  submissionId: t.string,
  workflowId: t.string,
  actAs: parties,
  recordTime: t.number,
  deduplicationPeriod: ReportedPeriodCodec,
};

const errorCode = new t.Type<string>(
  "ErrorCode",
  (value): value is string => typeof value === "string" && isErrorCode(value),
  (value, context) =>
    typeof value === "string" && isErrorCode(value) ? t.success(value) : t.failure(value, context),
  t.identity,
);

const ErrorCodec = t.intersection([
  t.type({
    code: errorCode,
    cause: t.string,
    context: annotations,
    resources: t.array(t.tuple([t.string, t.string])),
    definiteAnswer: t.boolean,
  }),
  t.partial({ field: t.string, invalidRequest: t.boolean, correlationId: t.string }),
]);

/** The schema of a committed transaction in its current version. */
export const CommittedFieldsCodec = t.intersection([
  t.type({
    ...submission,
    updateId: t.string,
    effectiveAt: t.number,
    nodes: t.array(t.union([CreateNodeCodec, ExerciseNodeCodec])),
  }),
  t.partial({ external: ExternalSubmissionCodec }),
]);

/** The fields of each event type in its current version. */
const codecs: Readonly<Record<LedgerEvent["type"], t.Mixed>> = {
  TransactionCommitted: CommittedFieldsCodec,
  CommandRejected: t.type({ ...submission, error: ErrorCodec }),
  ...participantEventCodecs,
};

/** The upcasters of each event type; see `EventUpcaster`. */
export type Upcasters = Readonly<
  Partial<Record<LedgerEvent["type"], ReadonlyArray<EventUpcaster>>>
>;

const upcasters: Upcasters = participantUpcasters;

/** The schema version an event type is written in: one more than it has upcasters. */
export const currentEventVersion = (
  type: LedgerEvent["type"],
  steps: Upcasters = upcasters,
): number => (steps[type]?.length ?? 0) + 1;

// border: the keys of a record are the keys of its type
const eventTypes: ReadonlyMap<string, LedgerEvent["type"]> = new Map(
  (Object.keys(codecs) as ReadonlyArray<LedgerEvent["type"]>).map((type) => [type, type]),
);

/**
 * Reads an event back from the journal, whatever version it was written in. Left: why it is not an event of this ledger.
 *
 * @param typeText the store's event type
 * @param data JSON text
 */
export const decodeLedgerEvent = (
  typeText: string,
  data: string,
  steps: Upcasters = upcasters,
): Either<string, LedgerEvent> => decodeEvent(typeText, data, steps, sharingEvent);

/**
 * The same for one that is read and not kept: looking for what it has in common with others would cost more than it saves.
 *
 * @param typeText the store's event type
 * @param data JSON text
 */
export const decodePassingEvent = (typeText: string, data: string): Either<string, LedgerEvent> =>
  decodeEvent(typeText, data, upcasters, committedEvent);

const decodeEvent = (
  typeText: string,
  data: string,
  steps: Upcasters,
  committed: (fields: CommittedFields) => TransactionCommitted,
): Either<string, LedgerEvent> => {
  const type = eventTypes.get(typeText);
  if (type === undefined) return left(`unknown event type ${typeText.slice(0, 60)}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return left(`${type} is not JSON`);
  }
  const fields = isJsonObject(parsed) ? upcast(type, parsed, steps) : undefined;
  if (fields === undefined) return left(`${type} has no known schema version`);
  if (type === "TransactionCommitted" && areCommittedFields(fields))
    return right(committed(fields));
  if (!codecs[type].is(fields)) return left(`${type} does not fit its schema`);
  // border: the codec of exactly this type has just accepted the fields
  return right({ type, ...withoutVersion(fields) } as unknown as LedgerEvent);
};

const withoutVersion = ({ v: _version, ...fields }: JsonObject): JsonObject => fields;

/** The fields in the current version; undefined when the version is none we know. */
const upcast = (
  type: LedgerEvent["type"],
  parsed: JsonObject,
  steps: Upcasters,
): JsonObject | undefined => {
  const chain = steps[type] ?? [];
  const version = parsed["v"];
  const newest = currentEventVersion(type, steps);
  if (typeof version !== "number" || !Number.isInteger(version)) return undefined;
  if (version < 1 || version > newest) return undefined;
  let fields = parsed;
  for (let at = version; at < newest; at++) fields = chain[at - 1]?.(fields) ?? fields;
  return fields;
};

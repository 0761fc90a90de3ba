import { JsUnknownFieldSet } from "../commands/composite-command-codec.js";
import {
  wireBoolean,
  wireEmpty,
  wireNullable,
  wireOffset,
  wireValue,
} from "../types/wire-kinds.js";
import {
  optional,
  required,
  wireArray,
  wireInt32,
  wireJson,
  wireObject,
  wireString,
  wireUnion,
} from "../types/wire-type.js";

const texts = required(wireArray(wireString));
const line = required(wireString);
const wholeNumber = required(wireOffset);

/** `google.protobuf.Any` with a readable form of the four error details (ledger-api 2.1). */
const ProtoAnyWire = wireObject("ProtoAny", {
  typeUrl: line,
  value: line,
  unknownFields: required(JsUnknownFieldSet),
  valueDecoded: optional(wireString),
});

/** `google.rpc.Status` (ledger-api 2.1). */
export const StatusWire = wireObject("JsStatus", {
  code: required(wireInt32),
  message: line,
  details: required(wireArray(ProtoAnyWire)),
});

/** See ledger-api 2. */
export const CreatedEventWire = wireObject("CreatedEvent", {
  offset: wholeNumber,
  nodeId: required(wireInt32),
  contractId: line,
  templateId: line,
  contractKey: required(wireJson),
  contractKeyHash: line,
  createArgument: required(wireJson),
  createdEventBlob: line,
  interfaceViews: required(
    wireArray(
      wireObject("JsInterfaceView", {
        interfaceId: line,
        viewStatus: required(StatusWire),
        viewValue: required(wireJson),
        implementationPackageId: required(wireNullable(wireString)),
      }),
    ),
  ),
  witnessParties: texts,
  signatories: texts,
  observers: texts,
  createdAt: line,
  packageName: line,
  representativePackageId: line,
  acsDelta: required(wireBoolean),
});

/** See ledger-api 2. */
export const ArchivedEventWire = wireObject("ArchivedEvent", {
  offset: wholeNumber,
  nodeId: required(wireInt32),
  contractId: line,
  templateId: line,
  witnessParties: texts,
  packageName: line,
  implementedInterfaces: texts,
});

/** See ledger-api 2. */
export const ExercisedEventWire = wireObject("ExercisedEvent", {
  offset: wholeNumber,
  nodeId: required(wireInt32),
  contractId: line,
  templateId: line,
  interfaceId: required(wireNullable(wireString)),
  choice: line,
  choiceArgument: required(wireJson),
  actingParties: texts,
  consuming: required(wireBoolean),
  witnessParties: texts,
  lastDescendantNodeId: required(wireInt32),
  exerciseResult: required(wireJson),
  packageName: line,
  implementedInterfaces: texts,
  acsDelta: required(wireBoolean),
});

/** See ledger-api 2. */
export const EventWire = wireUnion("Event", {
  ArchivedEvent: ArchivedEventWire,
  CreatedEvent: CreatedEventWire,
  ExercisedEvent: ExercisedEventWire,
});

/** See ledger-api 2. */
export const TraceContextWire = wireObject("TraceContext", {
  traceparent: required(wireNullable(wireString)),
  tracestate: required(wireNullable(wireString)),
});

/** See ledger-api 2. */
export const TransactionWire = wireObject("JsTransaction", {
  updateId: line,
  commandId: line,
  workflowId: line,
  effectiveAt: line,
  events: required(wireArray(EventWire)),
  offset: wholeNumber,
  synchronizerId: line,
  traceContext: required(wireNullable(TraceContextWire)),
  recordTime: line,
  externalTransactionHash: required(wireNullable(wireString)),
  paidTrafficCost: wholeNumber,
  transactionHash: required(wireNullable(wireString)),
});

/** See ledger-api 2. */
export const SynchronizerTimeWire = wireObject("SynchronizerTime", {
  synchronizerId: line,
  recordTime: line,
});

/** See ledger-api 2. */
export const OffsetCheckpointWire = wireObject("OffsetCheckpoint", {
  offset: wholeNumber,
  synchronizerTimes: required(wireArray(SynchronizerTimeWire)),
});

/** One active contract of a list (ledger-api 2.8). */
export const ActiveContractWire = wireObject("JsGetActiveContractsResponse", {
  workflowId: line,
  contractEntry: required(
    wireUnion("JsContractEntry", {
      JsActiveContract: wireObject("JsActiveContract", {
        createdEvent: required(CreatedEventWire),
        synchronizerId: line,
        reassignmentCounter: wholeNumber,
      }),
      JsEmpty: wireEmpty,
    }),
  ),
  streamContinuationToken: line,
});

/** A duration as answers write it (ledger-api 2.1). */
export const DurationAnswerWire = wireObject("DurationAnswer", {
  seconds: wholeNumber,
  nanos: required(wireInt32),
  unknownFields: required(JsUnknownFieldSet),
});

const CompletionWire = wireObject("Completion", {
  commandId: line,
  status: required(StatusWire),
  updateId: line,
  userId: line,
  actAs: texts,
  submissionId: line,
  deduplicationPeriod: required(
    wireUnion("CompletionDeduplicationPeriod", {
      DeduplicationDuration: wireValue(DurationAnswerWire),
      DeduplicationOffset: wireValue(wireOffset),
      Empty: wireEmpty,
    }),
  ),
  traceContext: required(wireNullable(TraceContextWire)),
  offset: wholeNumber,
  synchronizerTime: required(SynchronizerTimeWire),
  paidTrafficCost: wholeNumber,
  transactionHash: required(wireNullable(wireString)),
});

/** One completion of a list (ledger-api 2.4). */
export const CompletionItemWire = wireObject("CompletionStreamResponse", {
  completionResponse: required(
    wireUnion("CompletionResponse", {
      Completion: wireValue(CompletionWire),
      OffsetCheckpoint: wireValue(OffsetCheckpointWire),
    }),
  ),
});

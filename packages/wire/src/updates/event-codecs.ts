import { JsUnknownFieldSet } from "../commands/composite-command-codec.js";
import { JsStatus } from "../errors/error-status.js";
import {
  nullableInSchema,
  wireBoolean,
  wireEmptyNamed,
  wireNullable,
  wireOffset,
  wireWrapped,
} from "../types/wire-kinds.js";
import { wireArray, wireInt32, wireJson, wireObject, wireString } from "../types/wire-type.js";
import { always, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";

const texts = required(wireArray(wireString));
const line = required(wireString);
const wholeNumber = required(wireOffset);
const usualTexts = always(wireArray(wireString));
const usualLine = always(wireString);

/** See ledger-api 2. */
export const CreatedEventWire = wireObject("CreatedEvent", {
  offset: wholeNumber,
  nodeId: required(wireInt32),
  contractId: line,
  templateId: line,
  contractKey: always(wireJson),
  contractKeyHash: usualLine,
  createArgument: required(wireJson),
  createdEventBlob: usualLine,
  interfaceViews: always(
    wireArray(
      wireObject("JsInterfaceView", {
        interfaceId: line,
        viewStatus: required(JsStatus),
        viewValue: always(wireJson),
        implementationPackageId: always(wireNullable(wireString)),
      }),
    ),
  ),
  witnessParties: texts,
  signatories: texts,
  observers: usualTexts,
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
  implementedInterfaces: usualTexts,
});

/** See ledger-api 2. */
export const ExercisedEventWire = wireObject("ExercisedEvent", {
  offset: wholeNumber,
  nodeId: required(wireInt32),
  contractId: line,
  templateId: line,
  interfaceId: always(wireNullable(wireString)),
  choice: line,
  choiceArgument: required(wireJson),
  actingParties: texts,
  consuming: required(wireBoolean),
  witnessParties: texts,
  lastDescendantNodeId: required(wireInt32),
  exerciseResult: always(wireJson),
  packageName: line,
  implementedInterfaces: usualTexts,
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
  traceparent: always(wireNullable(wireString)),
  tracestate: always(wireNullable(wireString)),
});

/** See ledger-api 2. */
export const TransactionWire = wireObject("JsTransaction", {
  updateId: line,
  commandId: usualLine,
  workflowId: usualLine,
  effectiveAt: line,
  events: required(wireArray(EventWire)),
  offset: wholeNumber,
  synchronizerId: line,
  traceContext: always(wireNullable(TraceContextWire)),
  recordTime: line,
  externalTransactionHash: always(wireNullable(wireString)),
  paidTrafficCost: always(wireNullable(wireOffset)),
});

/** See ledger-api 2. */
const SynchronizerTimeWire = wireObject("SynchronizerTime", {
  synchronizerId: line,
  recordTime: line,
});

/** See ledger-api 2. */
export const OffsetCheckpointWire = wireObject("OffsetCheckpoint1", {
  offset: wholeNumber,
  synchronizerTimes: always(wireArray(SynchronizerTimeWire)),
});

/** A contract that left a synchronizer (ledger-api 2.5). */
export const UnassignedEventWire = wireObject("UnassignedEvent", {
  reassignmentId: line,
  contractId: line,
  templateId: line,
  source: line,
  target: line,
  submitter: usualLine,
  reassignmentCounter: wholeNumber,
  assignmentExclusivity: always(wireNullable(wireString)),
  witnessParties: texts,
  packageName: line,
  offset: wholeNumber,
  nodeId: required(wireInt32),
});

/** The published interface's types for contracts in reassignment, which do not occur here. */
const JsIncompleteAssigned = wireObject("JsIncompleteAssigned", {
  assignedEvent: required(
    wireObject("JsAssignedEvent", {
      source: line,
      target: line,
      reassignmentId: line,
      submitter: usualLine,
      reassignmentCounter: wholeNumber,
      createdEvent: required(CreatedEventWire),
    }),
  ),
});

const JsIncompleteUnassigned = wireObject("JsIncompleteUnassigned", {
  createdEvent: required(CreatedEventWire),
  unassignedEvent: required(UnassignedEventWire),
});

/** One active contract of a list (ledger-api 2.8). */
export const ActiveContractWire = wireObject("JsGetActiveContractsResponse", {
  workflowId: usualLine,
  contractEntry: always(
    wireUnion("JsContractEntry", {
      JsActiveContract: wireObject("JsActiveContract", {
        createdEvent: required(CreatedEventWire),
        synchronizerId: line,
        reassignmentCounter: wholeNumber,
      }),
      JsEmpty: wireEmptyNamed("JsEmpty"),
      JsIncompleteAssigned,
      JsIncompleteUnassigned,
    }),
  ),
  streamContinuationToken: usualLine,
});

/** A duration in answers (ledger-api 2.1). */
export const DurationAnswerWire = wireObject("Duration", {
  seconds: wholeNumber,
  nanos: required(wireInt32),
  unknownFields: always(nullableInSchema(JsUnknownFieldSet)),
});

/** One completion (ledger-api 2.4). */
export const CompletionWire = wireObject("Completion1", {
  commandId: line,
  status: always(JsStatus),
  updateId: usualLine,
  userId: line,
  actAs: texts,
  submissionId: usualLine,
  deduplicationPeriod: always(
    wireUnion("DeduplicationPeriod1", {
      DeduplicationDuration: wireWrapped("DeduplicationDuration1", DurationAnswerWire),
      DeduplicationOffset: wireWrapped("DeduplicationOffset1", wireOffset),
      Empty: wireEmptyNamed("Empty3"),
    }),
  ),
  traceContext: always(wireNullable(TraceContextWire)),
  offset: wholeNumber,
  synchronizerTime: required(SynchronizerTimeWire),
  paidTrafficCost: always(wireOffset),
});

/** One completion of a list (ledger-api 2.4). */
export const CompletionItemWire = wireObject("CompletionStreamResponse", {
  completionResponse: always(
    wireUnion("CompletionResponse", {
      Completion: wireWrapped("Completion", CompletionWire),
      Empty: wireEmptyNamed("Empty4"),
      OffsetCheckpoint: wireWrapped("OffsetCheckpoint", OffsetCheckpointWire),
    }),
  ),
});

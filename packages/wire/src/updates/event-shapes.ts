import type { Json, JsonText, ContractId, PartyId, TemplateId, UserId } from "@tallystick/core";
import type { JsStatus } from "../errors/error-status.js";

// `V` is what Daml values are: JSON, or text of it

/**
 * A contract seen through an interface (ledger-api 2.7). `viewValue` is null when the view failed.
 */
export interface InterfaceView {
  readonly interfaceId: string;
  readonly viewStatus: JsStatus;
  readonly viewValue: Json;
  readonly implementationPackageId: string | null;
}

/** A view where Daml values are `V`. */
export type ViewWith<V> = V extends JsonText<Json> ? JsonText<InterfaceView> : InterfaceView;

/** A contract was created (ledger-api 2.7). */
export interface CreatedEvent<V = Json> {
  readonly offset: number;
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly contractKey: Json;
  /** Base64 of the SHA-256 of the key; "" without a key. */
  readonly contractKeyHash: string;
  readonly createArgument: V;
  /** Base64; "" unless a matching filter asked for it. */
  readonly createdEventBlob: string;
  /** The requested interfaces in the order of the request. */
  readonly interfaceViews: ReadonlyArray<ViewWith<V>>;
  readonly witnessParties: ReadonlyArray<PartyId>;
  readonly signatories: ReadonlyArray<PartyId>;
  readonly observers: ReadonlyArray<PartyId>;
  /** Ledger time, ISO-8601 with microseconds. */
  readonly createdAt: string;
  readonly packageName: string;
  readonly representativePackageId: string;
  readonly acsDelta: boolean;
}

/** A contract was archived, in the ACS_DELTA shape (ledger-api 2.7). */
export interface ArchivedEvent {
  readonly offset: number;
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly witnessParties: ReadonlyArray<PartyId>;
  readonly packageName: string;
  readonly implementedInterfaces: ReadonlyArray<string>;
}

/** A choice was exercised, in the LEDGER_EFFECTS shape (ledger-api 2.7). */
export interface ExercisedEvent<V = Json> {
  readonly offset: number;
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly interfaceId: string | null;
  readonly choice: string;
  readonly choiceArgument: V;
  readonly actingParties: ReadonlyArray<PartyId>;
  readonly consuming: boolean;
  readonly witnessParties: ReadonlyArray<PartyId>;
  readonly lastDescendantNodeId: number;
  readonly exerciseResult: V;
  readonly packageName: string;
  readonly implementedInterfaces: ReadonlyArray<string>;
  readonly acsDelta: boolean;
}

/** The event union: the case object is directly under its name (ledger-api 2.1). */
export type Event<V = Json> =
  | { readonly CreatedEvent: CreatedEvent<V> }
  | { readonly ArchivedEvent: ArchivedEvent }
  | { readonly ExercisedEvent: ExercisedEvent<V> };

/** A W3C trace context (ledger-api 2.2). */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

/** A transaction as visible to its requester (ledger-api 2.5). */
export interface Transaction<V = Json> {
  readonly updateId: string;
  /** "" unless a submitting party is among the requesting parties. */
  readonly commandId: string;
  readonly workflowId: string;
  readonly effectiveAt: string;
  readonly events: ReadonlyArray<Event<V>>;
  readonly offset: number;
  readonly synchronizerId: string;
  readonly traceContext: TraceContext;
  readonly recordTime: string;
  /** The hash that external parties signed in hexadecimal digits; null for other transactions. */
  readonly externalTransactionHash: string | null;
  /** Null unless a submitting party is among the requesting parties. */
  readonly paidTrafficCost: number | null;
}

/** A record time on a synchronizer (ledger-api 2.2). */
export interface SynchronizerTime {
  readonly synchronizerId: string;
  readonly recordTime: string;
}

/** All updates up to this offset were delivered (ledger-api 2.4). */
export interface OffsetCheckpoint {
  readonly offset: number;
  readonly synchronizerTimes: ReadonlyArray<SynchronizerTime>;
}

/** The deduplication period a completion reports, as the wire union (ledger-api 2.4). */
export type CompletionDeduplicationPeriod =
  | { readonly Empty: Readonly<Record<string, never>> }
  | { readonly DeduplicationOffset: { readonly value: number } }
  | {
      readonly DeduplicationDuration: {
        readonly value: {
          readonly seconds: number;
          readonly nanos: number;
          readonly unknownFields: { readonly fields: Readonly<Record<string, never>> };
        };
      };
    };

/** How a submission ended (ledger-api 2.4, 6). */
export interface Completion {
  readonly commandId: string;
  /** Code 0 for success. */
  readonly status: JsStatus;
  /** "" for errors. */
  readonly updateId: string;
  readonly userId: UserId;
  /** Restricted to the requested parties. */
  readonly actAs: ReadonlyArray<PartyId>;
  readonly submissionId: string;
  readonly deduplicationPeriod: CompletionDeduplicationPeriod;
  readonly traceContext: TraceContext;
  readonly offset: number;
  readonly synchronizerTime: SynchronizerTime;
  readonly paidTrafficCost: number;
}

/** One entry of the active contracts (`JsGetActiveContractsResponse`, ledger-api 2.8). */
export interface ActiveContract<V = Json> {
  /** Workflow of the creating transaction. */
  readonly workflowId: string;
  readonly contractEntry: {
    readonly JsActiveContract: {
      readonly createdEvent: CreatedEvent<V>;
      readonly synchronizerId: string;
      readonly reassignmentCounter: 0;
    };
  };
  /** A later stream resumes here (`ActiveContractsQuery.continuationToken`); "" in pages. */
  readonly streamContinuationToken: string;
}

/** Create and archival of one contract (`JsGetEventsByContractIdResponse`, ledger-api 2.9). */
export interface ContractEvents {
  readonly created: { readonly createdEvent: CreatedEvent; readonly synchronizerId: string };
  /** null while the contract is active. */
  readonly archived: {
    readonly archivedEvent: ArchivedEvent;
    readonly synchronizerId: string;
  } | null;
}

/** One frame of the completion stream (`CompletionStreamResponse`, ledger-api 6). */
export interface CompletionItem {
  readonly completionResponse:
    | { readonly Completion: { readonly value: Completion } }
    | { readonly OffsetCheckpoint: { readonly value: OffsetCheckpoint } };
}

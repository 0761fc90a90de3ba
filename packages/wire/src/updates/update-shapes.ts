import type { ContractId, PartyId, TemplateId } from "@tallystick/core";
import type { CreatedEvent, OffsetCheckpoint, TraceContext, Transaction } from "./event-shapes.js";

/** What a participant may do for a party it hosts (ledger-api 2.5). */
export type ParticipantPermission =
  | "PARTICIPANT_PERMISSION_UNSPECIFIED"
  | "PARTICIPANT_PERMISSION_SUBMISSION"
  | "PARTICIPANT_PERMISSION_CONFIRMATION"
  | "PARTICIPANT_PERMISSION_OBSERVATION";

/** A participant and what it may do for a party. */
export interface ParticipantAuthorization {
  readonly partyId: PartyId;
  readonly participantId: string;
  readonly participantPermission: ParticipantPermission;
}

/** One change of who hosts a party (ledger-api 2.5). This ledger only ever adds parties. */
export interface TopologyEvent {
  readonly event: {
    readonly ParticipantAuthorizationAdded: { readonly value: ParticipantAuthorization };
  };
}

/** Changes of the topology (ledger-api 2.5). */
export interface TopologyTransaction {
  readonly updateId: string;
  readonly offset: number;
  readonly synchronizerId: string;
  readonly recordTime: string;
  readonly events: ReadonlyArray<TopologyEvent>;
  readonly traceContext: TraceContext;
}

/** A contract arrives on a synchronizer (ledger-api 2.5). */
export interface AssignmentEvent {
  readonly source: string;
  readonly target: string;
  readonly reassignmentId: string;
  readonly submitter: string;
  readonly reassignmentCounter: number;
  readonly createdEvent: CreatedEvent;
}

/** A contract leaves a synchronizer (ledger-api 2.5). */
export interface UnassignedEvent {
  readonly reassignmentId: string;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly source: string;
  readonly target: string;
  readonly submitter: string;
  readonly reassignmentCounter: number;
  readonly assignmentExclusivity: string | null;
  readonly witnessParties: ReadonlyArray<PartyId>;
  readonly packageName: string;
  readonly offset: number;
  readonly nodeId: number;
}

/**
 * A contract moves between synchronizers (ledger-api 2.5); with the one synchronizer of this ledger
 * it never occurs.
 */
export interface Reassignment {
  readonly updateId: string;
  readonly commandId: string;
  readonly workflowId: string;
  readonly offset: number;
  readonly events: ReadonlyArray<
    | { readonly JsAssignmentEvent: AssignmentEvent }
    | { readonly JsUnassignedEvent: { readonly value: UnassignedEvent } }
  >;
  readonly traceContext: TraceContext;
  readonly recordTime: string;
  readonly synchronizerId: string;
  readonly paidTrafficCost: number;
}

/** One update of the ledger as visible to its requester (ledger-api 2.5). */
export type Update =
  | { readonly Transaction: { readonly value: Transaction } }
  | { readonly TopologyTransaction: { readonly value: TopologyTransaction } }
  | { readonly Reassignment: { readonly value: Reassignment } };

/** One frame of the update stream (`JsGetUpdatesResponse`, ledger-api 2.5). */
export interface UpdateItem {
  readonly update: Update | { readonly OffsetCheckpoint: { readonly value: OffsetCheckpoint } };
}

/**
 * A single update, or one of a page (`JsGetUpdateResponse`, ledger-api 2.5).
 */
export interface FoundUpdate {
  readonly update: Update;
}

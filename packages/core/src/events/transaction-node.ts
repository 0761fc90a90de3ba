import type { ContractId, PartyId, TemplateId } from "../values/ids.js";
import type { Json } from "../values/json.js";

/** The key of a contract and who maintains it. */
export interface ContractKey {
  readonly value: Json;
  readonly maintainers: ReadonlyArray<PartyId>;
}

/** The create node of a transaction. */
export interface CreateNode {
  readonly kind: "create";
  readonly nodeId: number;
  readonly contractId: ContractId;
  /** Package-id form, `<package id>:<Module>:<Entity>`. */
  readonly templateId: TemplateId;
  readonly packageName: string;
  /** The payload as JSON (ledger-api 2.1). */
  readonly payload: Json;
  /** Sorted. */
  readonly signatories: ReadonlyArray<PartyId>;
  /** Sorted, without the signatories. */
  readonly observers: ReadonlyArray<PartyId>;
  readonly key?: ContractKey;
}

/** The exercise node of a transaction. Its children are the nodes up to `lastDescendantNodeId`. */
export interface ExerciseNode {
  readonly kind: "exercise";
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly packageName: string;
  /** Set when the choice comes from an interface. */
  readonly interfaceId?: string;
  readonly choice: string;
  readonly argument: Json;
  /** Sorted. */
  readonly actingParties: ReadonlyArray<PartyId>;
  readonly consuming: boolean;
  readonly result: Json;
  readonly lastDescendantNodeId: number;
  /** Signatories of the contract; sorted. */
  readonly signatories: ReadonlyArray<PartyId>;
  /** Observers of the contract; sorted, without the signatories. */
  readonly observers: ReadonlyArray<PartyId>;
  /** Parties the choice itself names as observers; sorted. Absent when it names none. */
  readonly choiceObservers?: ReadonlyArray<PartyId>;
}

/** A node of a transaction in pre-order; `nodeId` is its index. */
export type TransactionNode = CreateNode | ExerciseNode;

import type { ContractId, PartyId, TemplateId } from "../values/ids.js";
import type { Json } from "../values/json.js";

// `V` is what Daml values are: JSON, or text of it

/** The key of a contract and who maintains it. */
export interface ContractKey<V = Json> {
  readonly value: V;
  readonly maintainers: ReadonlyArray<PartyId>;
}

/** The create node of a transaction. */
export interface CreateNode<V = Json> {
  readonly kind: "create";
  readonly nodeId: number;
  readonly contractId: ContractId;
  /** Package-id form, `<package id>:<Module>:<Entity>`. */
  readonly templateId: TemplateId;
  readonly packageName: string;
  /** The payload as JSON (ledger-api 2.1). */
  readonly payload: V;
  /** Sorted. */
  readonly signatories: ReadonlyArray<PartyId>;
  /** Sorted, without the signatories. */
  readonly observers: ReadonlyArray<PartyId>;
  readonly key?: ContractKey<V>;
}

/** The exercise node of a transaction. Its children are the nodes up to `lastDescendantNodeId`. */
export interface ExerciseNode<V = Json> {
  readonly kind: "exercise";
  readonly nodeId: number;
  readonly contractId: ContractId;
  readonly templateId: TemplateId;
  readonly packageName: string;
  /** Set when the choice comes from an interface. */
  readonly interfaceId?: string;
  readonly choice: string;
  readonly argument: V;
  /** Sorted. */
  readonly actingParties: ReadonlyArray<PartyId>;
  readonly consuming: boolean;
  readonly result: V;
  readonly lastDescendantNodeId: number;
  /** Signatories of the contract; sorted. */
  readonly signatories: ReadonlyArray<PartyId>;
  /** Observers of the contract; sorted, without the signatories. */
  readonly observers: ReadonlyArray<PartyId>;
  /** Parties the choice itself names as observers; sorted. Absent when it names none. */
  readonly choiceObservers?: ReadonlyArray<PartyId>;
}

/** A node of a transaction in pre-order; `nodeId` is its index. */
export type TransactionNode<V = Json> = CreateNode<V> | ExerciseNode<V>;

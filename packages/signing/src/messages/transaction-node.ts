import { bool, bytes, text } from "../protobuf/content.js";
import { optional, plain, repeated, required } from "../protobuf/field.js";
import { type MessageType, message, only, union } from "../protobuf/message-codec.js";
import { Identifier, Value } from "./value.js";

/** A contract key with its template and its hash of 32 bytes (interactive-submission 1.1). */
export interface GlobalKey {
  readonly templateId: Identifier;
  readonly packageName: string;
  readonly key: Value;
  readonly hash: Uint8Array;
}
/** The message type of {@link GlobalKey}. */
export const GlobalKey: MessageType<GlobalKey> = message("GlobalKey", () => ({
  templateId: required(1, Identifier),
  packageName: plain(2, text),
  key: required(3, Value),
  hash: plain(4, bytes),
}));

/** A contract key and who maintains it. */
export interface GlobalKeyWithMaintainers {
  readonly key: GlobalKey;
  readonly maintainers: ReadonlyArray<string>;
}
const GlobalKeyWithMaintainers: MessageType<GlobalKeyWithMaintainers> = message(
  "GlobalKeyWithMaintainers",
  () => ({ key: required(1, GlobalKey), maintainers: repeated(2, text) }),
);

/** A contract is created. Party lists are sorted in every node (interactive-submission 1.2). */
export interface CreateNode {
  readonly lfVersion: string;
  readonly contractId: string;
  readonly packageName: string;
  readonly templateId: Identifier;
  readonly argument: Value;
  readonly signatories: ReadonlyArray<string>;
  readonly stakeholders: ReadonlyArray<string>;
  readonly key: GlobalKeyWithMaintainers | undefined;
}
/** The message type of {@link CreateNode}. */
export const CreateNode: MessageType<CreateNode> = message("Create", () => ({
  lfVersion: plain(1, text),
  contractId: plain(2, text),
  packageName: plain(3, text),
  templateId: required(4, Identifier),
  argument: required(5, Value),
  signatories: repeated(6, text),
  stakeholders: repeated(7, text),
  key: optional(8, GlobalKeyWithMaintainers),
}));

/** A contract is fetched. */
export interface FetchNode {
  readonly lfVersion: string;
  readonly contractId: string;
  readonly packageName: string;
  readonly templateId: Identifier;
  readonly signatories: ReadonlyArray<string>;
  readonly stakeholders: ReadonlyArray<string>;
  readonly actingParties: ReadonlyArray<string>;
  readonly interfaceId: Identifier | undefined;
  readonly key: GlobalKeyWithMaintainers | undefined;
  readonly byKey: boolean;
}
const FetchNode: MessageType<FetchNode> = message("Fetch", () => ({
  lfVersion: plain(1, text),
  contractId: plain(2, text),
  packageName: plain(3, text),
  templateId: required(4, Identifier),
  signatories: repeated(5, text),
  stakeholders: repeated(6, text),
  actingParties: repeated(7, text),
  interfaceId: optional(8, Identifier),
  key: optional(9, GlobalKeyWithMaintainers),
  byKey: plain(10, bool),
}));

/** A choice is exercised. `children` are node ids in the order of execution. */
export interface ExerciseNode {
  readonly lfVersion: string;
  readonly contractId: string;
  readonly packageName: string;
  readonly templateId: Identifier;
  readonly signatories: ReadonlyArray<string>;
  readonly stakeholders: ReadonlyArray<string>;
  readonly actingParties: ReadonlyArray<string>;
  readonly interfaceId: Identifier | undefined;
  readonly choiceId: string;
  readonly chosenValue: Value;
  readonly consuming: boolean;
  readonly children: ReadonlyArray<string>;
  readonly exerciseResult: Value | undefined;
  readonly choiceObservers: ReadonlyArray<string>;
  readonly key: GlobalKeyWithMaintainers | undefined;
  readonly byKey: boolean;
}
const ExerciseNode: MessageType<ExerciseNode> = message("Exercise", () => ({
  lfVersion: plain(1, text),
  contractId: plain(2, text),
  packageName: plain(3, text),
  templateId: required(4, Identifier),
  signatories: repeated(5, text),
  stakeholders: repeated(6, text),
  actingParties: repeated(7, text),
  interfaceId: optional(8, Identifier),
  choiceId: plain(9, text),
  chosenValue: required(10, Value),
  consuming: plain(11, bool),
  children: repeated(12, text),
  exerciseResult: optional(13, Value),
  choiceObservers: repeated(14, text),
  key: optional(15, GlobalKeyWithMaintainers),
  byKey: plain(16, bool),
}));

/** The contracts of a key are queried; only with hashing scheme V3. */
export interface QueryByKeyNode {
  readonly lfVersion: string;
  readonly packageName: string;
  readonly templateId: Identifier;
  readonly exhaustive: boolean;
  readonly key: GlobalKeyWithMaintainers;
  readonly result: ReadonlyArray<string>;
}
const QueryByKeyNode: MessageType<QueryByKeyNode> = message("QueryByKey", () => ({
  lfVersion: plain(1, text),
  packageName: plain(2, text),
  templateId: required(3, Identifier),
  exhaustive: plain(4, bool),
  key: required(5, GlobalKeyWithMaintainers),
  result: repeated(6, text),
}));

/** What one node does; the value of a rollback is its children (interactive-submission 1.2). */
export type NodeContent =
  | { readonly kind: "create"; readonly value: CreateNode }
  | { readonly kind: "fetch"; readonly value: FetchNode }
  | { readonly kind: "exercise"; readonly value: ExerciseNode }
  | { readonly kind: "rollback"; readonly value: ReadonlyArray<string> }
  | { readonly kind: "queryByKey"; readonly value: QueryByKeyNode };

/** The message type of {@link NodeContent}. */
export const NodeContent: MessageType<NodeContent> = union<NodeContent>("Node", () => ({
  create: [1, CreateNode],
  fetch: [2, FetchNode],
  exercise: [3, ExerciseNode],
  rollback: [4, only("Rollback", () => repeated(1, text))],
  queryByKey: [5, QueryByKeyNode],
}));

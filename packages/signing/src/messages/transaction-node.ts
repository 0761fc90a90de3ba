import {
  type Decoded,
  bool,
  bytes,
  message,
  only,
  optional,
  plain,
  repeated,
  required,
  text,
  union,
} from "@tallystick/protobuf";
import { Identifier, Value } from "./value.js";

/** A contract key with its template and its hash of 32 bytes (interactive-submission 1.1). */
export const GlobalKey = message("GlobalKey", {
  templateId: required(1, Identifier),
  packageName: plain(2, text),
  key: required(3, Value),
  hash: plain(4, bytes),
});
/** The fields that are read from {@link GlobalKey}. */
export type GlobalKey = Decoded<typeof GlobalKey>;

const GlobalKeyWithMaintainers = message("GlobalKeyWithMaintainers", {
  key: required(1, GlobalKey),
  maintainers: repeated(2, text),
});
/** A contract key and who maintains it. */
export type GlobalKeyWithMaintainers = Decoded<typeof GlobalKeyWithMaintainers>;

/** A contract is created. Party lists are sorted in every node (interactive-submission 1.2). */
export const CreateNode = message("Create", {
  lfVersion: plain(1, text),
  contractId: plain(2, text),
  packageName: plain(3, text),
  templateId: required(4, Identifier),
  argument: required(5, Value),
  signatories: repeated(6, text),
  stakeholders: repeated(7, text),
  key: optional(8, GlobalKeyWithMaintainers),
});
/** The fields that are read from {@link CreateNode}. */
export type CreateNode = Decoded<typeof CreateNode>;

const FetchNode = message("Fetch", {
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
});
/** A contract is fetched. */
export type FetchNode = Decoded<typeof FetchNode>;

const ExerciseNode = message("Exercise", {
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
});
/** A choice is exercised. `children` are node ids in the order of execution. */
export type ExerciseNode = Decoded<typeof ExerciseNode>;

const QueryByKeyNode = message("QueryByKey", {
  lfVersion: plain(1, text),
  packageName: plain(2, text),
  templateId: required(3, Identifier),
  exhaustive: plain(4, bool),
  key: required(5, GlobalKeyWithMaintainers),
  result: repeated(6, text),
});
/** The contracts of a key are queried; only with hashing scheme V3. */
export type QueryByKeyNode = Decoded<typeof QueryByKeyNode>;

/** What one node does; the value of a rollback is its children (interactive-submission 1.2). */
export const NodeContent = union("Node", {
  create: [1, CreateNode],
  fetch: [2, FetchNode],
  exercise: [3, ExerciseNode],
  rollback: [4, only("Rollback", repeated(1, text))],
  queryByKey: [5, QueryByKeyNode],
});
/** The fields that are read from {@link NodeContent}. */
export type NodeContent = Decoded<typeof NodeContent>;

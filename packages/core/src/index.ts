export type { Annotations } from "./participant/annotations.js";
export * from "./values/base64.js";
export { ping, pingPackage, respond } from "./templates/builtin-ping.js";
export * from "./packages/catalog.js";
export * from "./packages/compile-catalog.js";
export { type CompiledPackages, compilePackages } from "./packages/compile-packages.js";
export * from "./commands/composite-command.js";
export { type Contract, contractOfNode, isAuthentic } from "./contracts/contract.js";
export type { DamlType, Static } from "./daml-types/daml-type.js";
export * from "./daml-types/collection-types.js";
export * from "./daml-types/record-types.js";
export {
  bool,
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "./daml-types/scalar-types.js";
export { providerNotFound } from "./participant/decide-identity-provider.js";
export * from "./participant/decide-participant.js";
export { participantAdminRights } from "./participant/decide-user-rights.js";
export * from "./ledger/decide.js";
export {
  type DeclaredEntity,
  type DeclaredPackage,
  archiveModelFormat,
} from "./packages/declared-package.js";
export {
  type Acceptance,
  type DeduplicationState,
  type DeduplicationVerdict,
  alreadyInFlight,
  changeIdOf,
} from "./ledger/deduplication.js";
export { type DurationParts, durationToMicros } from "./values/duration.js";
export * from "./errors/error-catalogue.js";
export {
  type ErrorCategory,
  type ErrorCategoryId,
  errorCategories,
} from "./errors/error-category.js";
export type { AnswerKind, ErrorRow, ErrorRowOptions } from "./errors/error-row.js";
export * from "./ledger/given-when-then.js";
export {
  type Identifier,
  type PackageRef,
  isContractId,
  isFullPartyId,
  isLedgerString,
  isNameString,
  isPackageIdString,
  isPackageName,
  isPackageVersion,
  isPartyIdString,
  isSynchronizerId,
  isUniqueIdentifier,
  isUserIdString,
  maxHintLength,
  maxNameLength,
  maxTextLength,
  parseIdentifier,
} from "./values/grammar.js";
export {
  type Int64,
  type Int64Brand,
  int32Max,
  int64From,
  isInt32,
  isInt64,
} from "./values/int64.js";
export * from "./values/json.js";
export * from "./packages/ledger-catalog.js";
export { defaultProviderId } from "./participant/known-provider.js";
export {
  type LedgerErrorOptions,
  contractNotFound,
  invalidArgument,
  invalidField,
  ledgerError,
  missingField,
  updateNotFound,
  userNotFound,
} from "./errors/ledger-error-build.js";
export * from "./errors/ledger-error.js";
export * from "./errors/value-error.js";
export * from "./events/ledger-event-codec.js";
export type { DisclosureRow, StoredPlace } from "./events/disclosure-rows.js";
export * from "./events/journal-event.js";
export * from "./events/ledger-event.js";
export {
  contractIdParts,
  type ContractIdParts,
  offsetOfUpdateId,
  updateIdOf,
} from "./events/ledger-ids.js";
export * from "./events/participant-event.js";
export * from "./events/submission-event.js";
export * from "./events/transaction-node.js";
export { stakeholdersOf, witnessesOf } from "./events/witnesses.js";
export type {
  ApplyConfiguration,
  DrawDisclosureKey,
  JournalCommand,
  RecordFork,
  RecordRestore,
} from "./ledger/decide-journal.js";
export { defaultConfiguration } from "./ledger/ledger-configuration.js";
export * from "./ledger/ledger-state.js";
export * from "./ledger/prepare.js";
export type { PreparedSubmission } from "./ledger/prepared-submission.js";
export {
  type Numeric,
  type NumericBrand,
  type NumericError,
  type Rounding,
  isNumericUnits,
  numericAdd,
  numericDivide,
  numericFromInteger,
  numericFromText,
  numericFromUnits,
  numericMaxUnits,
  numericMultiply,
  numericNegate,
  numericSubtract,
  numericToText,
  numericUnitsPerOne,
} from "./values/numeric.js";
export * from "./packages/package-version.js";
export * from "./participant/participant-command.js";
export * from "./events/participant-records.js";
export {
  type ParticipantState,
  evolveParticipant,
  partyOf,
  userOf,
} from "./participant/participant-state.js";
export { type Edit, hashOfKey, newEdit, newLongEdit } from "./collections/hash-trie.js";
export {
  type BaseMap,
  type PersistentMap,
  emptyMap,
  entriesOf,
  getIn,
  hasIn,
  mapOver,
  setIn,
  settled,
} from "./collections/persistent-map.js";
export {
  type BaseSequence,
  type PersistentQueue,
  enqueue,
  itemsOf,
  queueOf,
  queueOver,
} from "./collections/persistent-queue.js";
export { recursive } from "./daml-types/recursive-type.js";
export * from "./templates/ledger-effect.js";
export * from "./templates/template.js";
export * from "./values/sha256.js";
export {
  type Micros,
  type NanosRounding,
  dateFromText,
  dateToText,
  microsFromText,
  microsPerSecond,
  microsToText,
  timestampFromText,
  timestampMaxMicros,
  timestampToText,
} from "./values/time.js";
export {
  type InterpretationInput,
  type LedgerView,
  type OpenTransaction,
  type Scope,
  type TracedExercise,
  type TracedRead,
  type TransactionTrace,
  newTrace,
} from "./contracts/transaction.js";
export { type VettingState, vettedAmong } from "./packages/vetting-state.js";

export {
  type Child,
  type Edit,
  gone,
  type Gone,
  Leaf,
  newEdit,
  newLongEdit,
  placeOf,
} from "./collections/hash-trie.js";
export {
  type BaseMap,
  changedEntries,
  type DraftChanges,
  emptyMap,
  entriesOf,
  getIn,
  hasIn,
  mapIn,
  mapOver,
  type PersistentMap,
  setIn,
  settled,
} from "./collections/persistent-map.js";
export { itemsOf, queueOf } from "./collections/persistent-queue.js";
export * from "./commands/composite-command.js";
export { type CommandBuilders, commandsOf } from "./commands/command-builders.js";
export type {
  DisclosedBlob,
  Submission,
  SubmittedDeduplication,
  SubmittedPrefetchKey,
} from "./commands/submission.js";
export {
  type Contract,
  contractIdOf,
  contractOfNode,
  isAuthentic,
  templateNameOf,
} from "./contracts/contract.js";
export { withHolder } from "./contracts/key-holders.js";
export { interpret } from "./interpretation/interpretation.js";
export {
  keyIdOfContract,
  newTrace,
  type CaughtException,
  type TraceStep,
  type TracedExercise,
  type TracedRead,
  type TransactionTrace,
} from "./contracts/transaction.js";
export * from "./daml-types/collection-types.js";
export { type EarlierType, earlierTypes } from "./daml-types/earlier-type.js";
export { compareTexts } from "./daml-types/daml-order.js";
export type { DamlType, Static } from "./daml-types/daml-type.js";
export type { Given, GivenFields, Plain, PlainFields } from "./daml-types/given-types.js";
export { givenValue } from "./daml-types/given-value.js";
export { plainValue } from "./daml-types/plain-value.js";
export * from "./daml-types/record-types.js";
export { typeIdOf, withTypeId } from "./daml-types/type-model.js";
export { isDeeperThan, recursive } from "./daml-types/recursive-type.js";
export {
  bool,
  contractId,
  date,
  int64,
  numeric,
  type NumericType,
  party,
  text,
  timestamp,
  type TimestampType,
  unit,
} from "./daml-types/scalar-types.js";
export {
  type ChoiceError,
  type DamlException,
  damlExceptionId,
  errorOfChoice,
  EvaluationError,
  StoppedCommand,
} from "./errors/choice-error.js";
export * from "./errors/error-catalogue.js";
export {
  errorCategories,
  type ErrorCategory,
  type ErrorCategoryId,
} from "./errors/error-category.js";
export type { ErrorRow } from "./errors/error-row.js";
export {
  contractNotFound,
  fieldNameOf,
  invalidArgument,
  invalidField,
  ledgerError,
  type LedgerErrorOptions,
  missingField,
  packageNamesNotFound,
  completionNotFound,
  updateNotFound,
  userNotFound,
  type UserOperation,
} from "./errors/ledger-error-build.js";
export { unknownInformees } from "./errors/interpretation-error.js";
export { causeText, type CommandPart, type ErrorPlace } from "./errors/error-place.js";
export type { LedgerError } from "./errors/ledger-error.js";
export { type ValueError, valueError } from "./values/value-error.js";
export { type DisclosureRow, disclosureRows, type StoredPlace } from "./events/disclosure-rows.js";
export type {
  ConfigurationApplied,
  JournalEvent,
  JournalPruned,
  LedgerConfiguration,
  PackageCode,
  PruningBoundary,
  SigningKeyPublished,
} from "./events/journal-event.js";
export {
  decodeLedgerEvent,
  type EncodedEvent,
  encodeLedgerEvent,
  eventError,
} from "./events/ledger-event-codec.js";
export { type TransactionInText, transactionInText } from "./events/transaction-in-text.js";
export { recordTimeOfSubmission } from "./events/submission-head.js";
export type { EventUnread } from "./events/event-unread.js";
export type { LedgerEvent } from "./events/ledger-event.js";
export {
  type ContractIdParts,
  contractIdParts,
  hashInContractId,
  offsetOfUpdateId,
  updateIdOf,
} from "./events/ledger-ids.js";
export type * from "./events/participant-event.js";
export type * from "./events/participant-records.js";
export * from "./events/submission-event.js";
export {
  type ArchivedContract,
  type PastEvent,
  prunedText,
  type SubmissionPruned,
} from "./events/submission-pruned.js";
export * from "./events/transaction-node.js";
export { informeesOf, stakeholdersOf, witnessesOf } from "./events/witnesses.js";
export {
  type AuthorizedNode,
  authorizedNodes,
  type PlacedNode,
  placedNodes,
} from "./events/placed-nodes.js";
export type {
  ApplyConfiguration,
  DrawDisclosureKey,
  JournalCommand,
  PublishSigningKey,
  RecordPruning,
  RecordFork,
  RecordRestore,
} from "./ledger/decide-journal.js";
export * from "./ledger/decide.js";
export {
  type Acceptance,
  type AcceptancePeriod,
  acceptanceOf,
  acceptedIn,
  inBaseUpTo,
} from "./ledger/accepted-changes.js";
export {
  type AdministrationEvent,
  type Changes,
  changesOf,
  transientContracts,
  transientOf,
} from "./ledger/changes-of-event.js";
export { alreadyInFlight, changeIdOf } from "./ledger/deduplication.js";
export { earliestTimeOf } from "./ledger/decide-submission.js";
export { specification, type Then } from "./ledger/given-when-then.js";
export { defaultConfiguration } from "./ledger/ledger-configuration.js";
export { commandUnits } from "./ledger/command-units.js";
export { eventUnits, transactionUnits } from "./ledger/event-units.js";
export * from "./ledger/ledger-state.js";
export { prunedSubmission } from "./ledger/pruned-submission.js";
export { prepare } from "./ledger/prepare.js";
export type { InterpretedInTime } from "./ledger/interpret-in-time.js";
export { type Pausing, withoutPause } from "./interpretation/pausing.js";
export {
  type DryRun,
  dryRun,
  type DryRunWith,
  type StepMoment,
  type Taken,
} from "./ledger/dry-run.js";
export {
  type CodePlace,
  Profile,
  type ProfiledCode,
  type ProfileFrame,
  type ProfilePlace,
} from "./templates/profile.js";
export type { PreparedSubmission } from "./ledger/prepared-submission.js";
export { submissionOfEvent } from "./ledger/command-of-event.js";
export { type AgainContext, redecide } from "./ledger/redecide.js";
export * from "./packages/catalog.js";
export { compileCatalog } from "./packages/compile-catalog.js";
export {
  type CompiledPackages,
  compilePackages,
  type PackageError,
} from "./packages/compile-packages.js";
export { archiveModelFormat, isArchiveModel } from "./packages/declared-package.js";
export * from "./packages/ledger-catalog.js";
export { compareVersions } from "./packages/package-version.js";
export {
  noUploadedCode,
  type PackageEntities,
  type UploadedCode,
} from "./packages/uploaded-code.js";
export { isUsableAt, vettedAmong } from "./packages/vetting-state.js";
export { providerNotFound } from "./participant/decide-identity-provider.js";
export { decideParticipant } from "./participant/decide-participant.js";
export { participantAdminRights } from "./participant/decide-user-rights.js";
export { defaultProviderId } from "./participant/known-provider.js";
export type {
  InitializeLedger,
  PackageReference,
  ParticipantCommand,
  RegisterPackages,
  UpdateVettingCommand,
  VettingChange,
} from "./participant/participant-command.js";
export {
  evolveParticipant,
  type ParticipantState,
  partyOf,
  userOf,
} from "./participant/participant-state.js";
export { ping, pingPackage, respond } from "./templates/builtin-ping.js";
export * from "./templates/ledger-effect.js";
export type * from "./templates/evaluated.js";
export type * from "./templates/program-effect.js";
export { costliest, type FlameBar, flameBars } from "./templates/flame-bars.js";
export * from "./templates/definitions.js";
export * from "./templates/template.js";
export { archiveChoiceName } from "./templates/definition-rules.js";
export { ArgumentError, checkArgument, foundValue } from "./values/argument-error.js";
export { base64Decode, base64Encode, isBase64 } from "./values/base64.js";
export { type DurationParts, durationToMicros } from "./values/duration.js";
export {
  type Identifier,
  isContractId,
  isFullPartyId,
  isLedgerString,
  isPackageIdString,
  isPackageName,
  isPackageVersion,
  isPartyIdString,
  isSynchronizerId,
  isUniqueIdentifier,
  isUserIdString,
  maxHintLength,
  type PackageRef,
  parseIdentifier,
} from "./values/grammar.js";
export {
  contractIdSentence,
  identifierFault,
  nameSentence,
  shortId,
  textSentence,
  uniqueIdentifierSentence,
  userIdSentence,
} from "./values/text-sentence.js";
export {
  int32Max,
  type Int64,
  type Int64Brand,
  int64From,
  int64FromText,
  isInt32,
  isInt64,
} from "./values/int64.js";
export type { ContractId, PackageId, PartyId, TemplateId, UserId } from "./values/ids.js";
export * from "./values/json.js";
export { joinedTexts, JsonText } from "./values/json-text.js";
export { Decimal, type DecimalLike } from "./values/decimal.js";
export { nearestName } from "./values/nearest-name.js";
export * from "./values/numeric.js";
export type { Sha256 } from "./values/sha256.js";
export {
  dateFromText,
  dateToText,
  type Micros,
  microsFromText,
  zonedMicrosFromText,
  microsToText,
  type NanosRounding,
  timestampFromText,
  dateMaxDays,
  dateMinDays,
  timestampMaxMicros,
  timestampMinMicros,
  timestampToText,
} from "./values/time.js";

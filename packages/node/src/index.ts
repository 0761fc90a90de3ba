export {
  step,
  type AnswersOf,
  type Step,
  type StepCreated,
  type StepExercised,
} from "./ledger/step.js";
export type {
  ActiveAt,
  ContractChange,
  ContractOf,
  Created,
  Exercised,
  FollowFrom,
  Later,
  SeenBy,
  SubmitAs,
  TemplateContracts,
  Transacted,
  TransactionPlace,
} from "./ledger/template-contracts.js";
export type { Administration, Outcome } from "./ledger/administration.js";
export type { VettingChange } from "@tallystick/core";
export type {
  AllocateParty,
  CreateUser,
  KnownPackage,
  PackageArchive,
  PageQuery,
  RightsContext,
  UpdateIdentityProvider,
  UpdateParty,
  UpdateUser,
  UpdateVetting,
  UploadedDar,
  Vetting,
} from "./ledger/administration-requests.js";
export { partStates } from "./wallet/part-states.js";
export type { PartState } from "./ledger/part-state.js";
export type { Ids, Ledger, LedgerOptions, OpenError } from "./ledger/ledger.js";
export type {
  Committed,
  Submitted,
  Submitter,
} from "./ledger/submission-outcome.js";
export type { RefusedSubmission } from "./ledger/refused-submissions.js";
export type {
  AppendSeen,
  LedgerGauges,
  LedgerNotice,
  LedgerObserver,
  SubmissionSeen,
} from "./ledger/ledger-observer.js";
export {
  completeConfig,
  defaultLedgerConfig,
  type LedgerConfig,
  ledgerRelations,
  ledgerSettings,
} from "./ledger/ledger-config.js";
export { LedgerFailure, orThrow } from "./ledger/or-throw.js";
export { type DarFile, readDar } from "./ledger/dar-file.js";
export { archiveIn } from "./administration/archive-store.js";
export { LoadedPackages } from "./administration/loaded-packages.js";
export { openLedger } from "./open/open-ledger.js";
export { type Part, Startup } from "./open/startup.js";
export { type AuditReport, auditJournal } from "./audit/audit-journal.js";
export { openSnapshotState, type SnapshotState, viewsFilesOf } from "./audit/derived-files.js";
export { DenseFold } from "./snapshot/dense-fold.js";
export { type Replayed, replayJournal } from "./replay/replay-journal.js";
export { type ReopenedJournal, reopenJournal } from "./replay/reopen-journal.js";
export { openStore, type StoreChoice } from "./open/journal/open-store.js";
export { randomHashSeed } from "./ledger/ids.js";
export { sha256 } from "./ledger/sha256.js";
export { softwareVersion } from "./software-version.js";
export type { LedgerClock } from "./ledger/steady-clock.js";
export { storeMessage } from "./journal/store-message.js";
export type { Projection } from "./ledger/ledger.js";
export { manualClock, type ManualClock } from "./wallet/manual-clock.js";
export type { WalletOptions } from "./wallet/open-wallet.js";
export type {
  AutomationStatus,
  QueueFull,
  Scheduler,
  SchedulerStatus,
  Wallet,
  WalletCommitted,
  WalletEarlier,
  WalletUsers,
} from "./wallet/wallet.js";
export type {
  AllocateExternalParty,
  ChangePartyKeys,
  ExecuteSubmission,
  ExternalSigning,
  GenerateTopology,
  PreparedSubmissionToSign,
  PrepareSubmission,
  ReceivedPrepared,
} from "./ledger/external-signing.js";
export type {
  DryRunAt,
  DryRunOutcome,
  DryRuns,
  MissingAuthority,
  HoldingAmount,
  MovedHolding,
  RunningChoice,
  StoppedAt,
  TriedContract,
  TriedNode,
  SourcePlace,
} from "./ledger/dry-run.js";
export type {
  TraceFrame,
  TraceMoment,
  TraceOutcome,
  TraceProfile,
  Traces,
} from "./ledger/trace.js";
export { type PackagesFrom, packagesNamed } from "./ledger/packages-from.js";
export type { LedgerSnapshot, Snapshots } from "./ledger/ledger-snapshot.js";
export { receivePrepared } from "./signing/received-prepared.js";
export { keysErrors, type SignedEvent, signedEvent } from "./signing/signed-event.js";
export { openValidator } from "./wallet/open-validator.js";
export type { Validator, ValidatorError, ValidatorOptions } from "./wallet/validator.js";

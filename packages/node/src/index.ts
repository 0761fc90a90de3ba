export type {
  Administration,
  AllocateParty,
  CreateUser,
  Outcome,
  PackageArchive,
  PackageRef,
  PageQuery,
  RightsContext,
  UpdateIdentityProvider,
  UpdateParty,
  UpdateUser,
  UpdateVetting,
  UploadedDar,
  Vetting,
  VettingChange,
} from "./administration.js";
export { randomIds } from "./ids.js";
export type {
  Committed,
  Ids,
  Ledger,
  LedgerOptions,
  OpenFailure,
  Submitted,
  Submitter,
} from "./ledger.js";
export type {
  AppendSeen,
  LedgerGauges,
  LedgerObserver,
  SubmissionSeen,
} from "./ledger-observer.js";
export { defaultLedgerConfig, type LedgerConfig } from "./ledger-config.js";
export { defaultAdminUser, openLedger } from "./open-ledger.js";
export { sha256 } from "./sha256.js";
export { storeMessage } from "./store-message.js";

export * from "./participant/annotations.js";
export * from "./values/base64.js";
export * from "./templates/builtin-ping.js";
export * from "./packages/catalog.js";
export * from "./packages/compile-catalog.js";
export * from "./packages/compile-packages.js";
export * from "./commands/composite-command.js";
export * from "./contracts/contract.js";
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
export { maxProviderTextLength, providerNotFound } from "./participant/decide-identity-provider.js";
export * from "./participant/decide-participant.js";
export { partyNotFound } from "./participant/decide-party.js";
export { participantAdminRights } from "./participant/decide-user-rights.js";
export { maxVettingReferences } from "./participant/decide-vetting.js";
export * from "./ledger/decide.js";
export * from "./packages/declared-package.js";
export * from "./ledger/deduplication.js";
export * from "./values/duration.js";
export * from "./errors/error-catalogue.js";
export * from "./errors/error-category.js";
export * from "./errors/error-row.js";
export * from "./ledger/given-when-then.js";
export * from "./values/grammar.js";
export * from "./values/int64.js";
export * from "./values/json.js";
export * from "./packages/ledger-catalog.js";
export { defaultProviderId } from "./participant/known-provider.js";
export * from "./errors/ledger-error-build.js";
export * from "./errors/ledger-error.js";
export * from "./errors/value-error.js";
export * from "./events/ledger-event-codec.js";
export * from "./events/disclosure-rows.js";
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
export * from "./ledger/decide-journal.js";
export * from "./ledger/ledger-configuration.js";
export * from "./ledger/redecide.js";
export * from "./ledger/ledger-state.js";
export * from "./ledger/prepare.js";
export * from "./ledger/prepared-submission.js";
export * from "./values/numeric.js";
export * from "./packages/package-version.js";
export * from "./participant/participant-command.js";
export * from "./events/participant-records.js";
export * from "./participant/participant-state.js";
export { type Edit, hashOfKey, newEdit, newLongEdit } from "./collections/hash-trie.js";
export * from "./collections/persistent-map.js";
export * from "./collections/persistent-queue.js";
export * from "./daml-types/recursive-type.js";
export * from "./templates/ledger-effect.js";
export * from "./templates/template.js";
export * from "./values/sha256.js";
export * from "./values/time.js";
export * from "./contracts/transaction.js";
export { vettedCatalog } from "./packages/vetted-catalog.js";
export * from "./packages/vetting-state.js";

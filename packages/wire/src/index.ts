export * from "./administration/field-mask.js";
export * from "./administration/identity-provider-config.js";
export { ObjectMeta, noMetadata, versionBeforeCreation } from "./administration/object-meta.js";
export * from "./administration/party-details.js";
export * from "./administration/user-details.js";
export * from "./administration/user-right.js";
export { noUserSentence } from "./commands/composite-command-parts.js";
export { JsCommands, readSubmission } from "./commands/composite-command-codec.js";
export {
  type CommandValidationSettings,
  defaultTapsMaxPasses,
  defaultTapsMaxPassesLimit,
  validateSubmission,
} from "./commands/composite-command-validation.js";
export type { DisclosureSettings } from "./commands/disclosed-contract.js";
export { contractOfBlob, createdEventBlobOf } from "./contracts/created-event-blob.js";
export { okStatus, toStatus } from "./errors/error-status.js";
export { causeInRequest } from "./errors/place-in-request.js";
export { type AnswerStatus, statusOf, statusOfCode } from "./errors/status-of-category.js";
export {
  isOfInterface,
  isRedacted,
  JsLedgerError,
  redactedCause,
  redactedCode,
  toWireError,
  type WireErrorOptions,
} from "./errors/wire-error.js";
export * from "./formats/event-format.js";
export * from "./formats/legacy-format.js";
export * from "./formats/requested-format.js";
export * from "./packages/package-reference.js";
export * from "./packages/vetted-packages.js";
export * from "./signing/external-party-codecs.js";
export * from "./signing/interactive-codecs.js";
export {
  SignatureWire,
  SignedTransactionWire,
  SigningPublicKeyWire,
  SinglePartySignaturesWire,
} from "./signing/signature-codecs.js";
export { decodeSentences } from "./types/decode-sentence.js";
export * from "./types/path-text.js";
export {
  pageFields,
  queryBoolean,
  queryInstant,
  queryTexts,
  queryInt32,
  textOffset,
} from "./types/query-values.js";
export {
  type DecodeError,
  type SchemaDefinitions,
  SchemaType,
  type WireReadable,
  type WireReader,
} from "./types/schema-type.js";
export { errorsText } from "./types/errors-text.js";
export * from "./types/program-values.js";
export * from "./types/setting-values.js";
export {
  atThatStart,
  isRefused,
  type LaterStart,
  setting,
  type SettingField,
  type SettingRow,
  settingsSection,
  takesEffect,
} from "./types/setting-field.js";
export { brokenRelations, relationText, type SettingRelation } from "./types/setting-relation.js";
export {
  decodeErrors,
  givenByKind,
  givenObject,
  settingsList,
  settingsMap,
  settingsObject,
} from "./types/settings-object.js";
export { wireInstant } from "./types/wire-instant.js";
export {
  wireBoolean,
  wireEmpty,
  wireEmptyNamed,
  wireEnum,
  wireMap,
  wireNullable,
  wireOffset,
  wireWrapped,
} from "./types/wire-kinds.js";
export {
  type WireObject,
  expectedError,
  referenceTo,
  wireArray,
  wireBase64,
  wireInt32,
  wireInt64,
  wireJson,
  wireObject,
  wireString,
  within,
} from "./types/wire-type.js";
export {
  type WireField,
  always,
  absentOr,
  defaulted,
  optional,
  required,
} from "./types/wire-field.js";
export { wireContractId, wirePackageId, wirePartyId, wireUserId } from "./types/wire-ids.js";
export { type WireUnion, wireUnion } from "./types/wire-union.js";
export {
  ActiveContractWire,
  ArchivedEventWire,
  CompletionItemWire,
  CompletionWire,
  CreatedEventWire,
  DurationAnswerWire,
  TransactionWire,
} from "./updates/event-codecs.js";
export * from "./updates/event-shapes.js";
export { activeContractText, transactionUpdateText } from "./updates/event-texts.js";
export * from "./updates/reassignment-codecs.js";
export * from "./updates/transaction-tree-codecs.js";
export * from "./updates/transaction-tree.js";
export { JsGetUpdateResponse, UpdateItemWire } from "./updates/update-codecs.js";
export * from "./updates/update-shapes.js";

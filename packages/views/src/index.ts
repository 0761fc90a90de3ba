export {
  type EventFormat,
  everythingFor,
  type Filters,
  type IdentifierFilter,
  type TransactionFormat,
  type TransactionShape,
  type UpdateFormat,
} from "./event-format.js";
export { openViews } from "./open-views.js";
export { transactionFormatProblem } from "./resolved-format.js";
export {
  type ActiveContractsQuery,
  type CompletionsQuery,
  defaultCatchUpTimeoutMs,
  type Following,
  type JournalEntry,
  type OpenViews,
  type QueryContext,
  type TransactionQuery,
  type UpdatesQuery,
  type Views,
  type ViewsFailure,
} from "./views.js";
export type {
  ActiveContract,
  ArchivedEvent,
  Completion,
  CompletionDeduplicationPeriod,
  CompletionItem,
  CreatedEvent,
  Event,
  ExercisedEvent,
  InterfaceView,
  OffsetCheckpoint,
  SynchronizerTime,
  Transaction,
  UpdateItem,
} from "./wire-events.js";

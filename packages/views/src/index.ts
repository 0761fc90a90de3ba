export { JournalReadError, type JournalTexts } from "./interface/journal-texts.js";
export type { ReadFor, ReadInParts } from "./interface/read-for.js";
export type { PartAnswer, PartRequest, ReadFile, ReadThreads } from "./interface/read-threads.js";
export { openViews } from "./ledger/open-views.js";
export { type ContentFinding, ViewsContent } from "./sqlite/views-content.js";
export { checkViewsFile } from "./sqlite/check-views-file.js";
export { viewsEnd } from "./sqlite/views-end.js";
export { lockViews } from "./sqlite/views-lock.js";
export { answerReads } from "./threads/answer-reads.js";
export { wholeTransaction } from "./projection/whole-transaction.js";
export { positive, unreadableAt } from "./query/offset-rules.js";
export { transactionFormatError } from "./format/resolved-format.js";
export type {
  ActiveContractsPage,
  ActiveContractsPageQuery,
  ActiveContractsQuery,
  CompletionsQuery,
  ContractEventsQuery,
  ContractQuery,
  Following,
  JournalViews,
  JournalEntry,
  OpenViews,
  Queries,
  QueryContext,
  TransactionQuery,
  UpdatePlace,
  UpdateQuery,
  UpdatesPage,
  UpdatesPageQuery,
  UpdatesQuery,
  Views,
  ViewsError,
  ViewsNotice,
} from "./interface/views.js";
export { ViewsUnreadable } from "./interface/views-unreadable.js";

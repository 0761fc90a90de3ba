export { JournalReadError, type JournalTexts } from "./interface/journal-texts.js";
export type { CheckedUpTo } from "./interface/checked-up-to.js";
export { openViews } from "./open-views.js";
export { checkViewsFile } from "./sqlite/check-views-file.js";
export { viewsEnd, type ViewsEnd } from "./sqlite/views-end.js";
export { transactionFormatError } from "./format/resolved-format.js";
export {
  type ActiveContractsPage,
  type ActiveContractsPageQuery,
  type ActiveContractsQuery,
  type CompletionsQuery,
  type ContractEventsQuery,
  type ContractQuery,
  type Following,
  type JournalEntry,
  type OpenViews,
  type QueryContext,
  type TransactionQuery,
  type UpdatePlace,
  type UpdateQuery,
  type UpdatesPage,
  type UpdatesPageQuery,
  type UpdatesQuery,
  type Views,
  type ViewsError,
} from "./interface/views.js";
export { ViewsUnreadable } from "./interface/views-unreadable.js";
export type { HistorySearch } from "./wallet/wallet-history.js";
export { walletUserId } from "./wallet/wallet-fold.js";
export { openWalletViews } from "./wallet/open-wallet-views.js";
export type {
  FoundItems,
  ItemReader,
  PlacedFundCoupon,
  PlacedItem,
  WalletOutcome,
  WalletViews,
} from "./wallet/wallet-views.js";

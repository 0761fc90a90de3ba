export type { BalanceThen } from "./wallet-balances.js";
export type { HistorySearch } from "./wallet-history.js";
export { signedCommandName, walletUserId } from "./wallet-fold.js";
export { WalletContent } from "./wallet-content.js";
export { checkWalletFile } from "./check-wallet-file.js";
export { openWalletViews } from "./open-wallet-views.js";
export type {
  FoundItems,
  ItemReader,
  PlacedFundCoupon,
  PlacedItem,
  WalletViews,
} from "./wallet-views.js";

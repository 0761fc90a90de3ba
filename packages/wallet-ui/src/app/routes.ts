import { HomePage } from "../pages/home/home-page.js";
import { accountRows } from "./account-rows.js";
import { consoleRows } from "./console-rows.js";
import { lazyPage, type PageRow } from "./page-row.js";
import { messages } from "./messages.js";

export type { PageRow };

/** All pages; of several that match the first one is shown. */
export const pageRows: ReadonlyArray<PageRow> = [
  {
    path: "/wallet",
    title: messages.title.home,
    page: HomePage,
    group: "money",
    icon: "home",
    shortcut: "h",
  },
  {
    path: "/wallet/inbox",
    title: messages.title.inbox,
    page: lazyPage(async () => (await import("../pages/inbox/inbox-page.js")).InboxPage),
    group: "money",
    icon: "inbox",
    shortcut: "i",
  },
  {
    path: "/wallet/inbox/:cid",
    title: messages.title.inbox,
    page: lazyPage(async () => (await import("../pages/inbox/item-page.js")).ItemPage),
  },
  {
    path: "/wallet/send",
    title: messages.title.send,
    page: lazyPage(async () => (await import("../pages/send/send-page.js")).SendPage),
    group: "money",
    icon: "send",
    shortcut: "s",
  },
  {
    path: "/wallet/pay",
    title: messages.title.pay,
    page: lazyPage(async () => (await import("../pages/send/pay-page.js")).PayPage),
  },
  {
    path: "/wallet/request",
    title: messages.title.request,
    page: lazyPage(async () => (await import("../pages/request/request-page.js")).RequestPage),
    group: "money",
    icon: "request",
    shortcut: "r",
  },
  {
    path: "/wallet/history",
    title: messages.title.history,
    page: lazyPage(async () => (await import("../pages/history/history-page.js")).HistoryPage),
    group: "money",
    icon: "history",
    shortcut: "t",
  },
  {
    path: "/wallet/history/:eventId",
    title: messages.title.transaction,
    page: lazyPage(
      async () => (await import("../pages/history/transaction-page.js")).TransactionPage,
    ),
  },
  {
    path: "/wallet/receipts/:id",
    title: messages.title.receipt,
    page: lazyPage(async () => (await import("../pages/receipt/receipt-page.js")).ReceiptPage),
  },
  {
    path: "/wallet/holdings",
    title: messages.title.holdings,
    page: lazyPage(async () => (await import("../pages/holdings/holdings-page.js")).HoldingsPage),
    group: "own",
    owned: "holdings",
    icon: "coins",
    shortcut: "c",
  },
  {
    path: "/wallet/rewards",
    title: messages.title.rewards,
    page: lazyPage(async () => (await import("../pages/rewards/rewards-page.js")).RewardsPage),
    group: "own",
    owned: "rewards",
    icon: "star",
    shortcut: "w",
  },
  {
    path: "/wallet/traffic",
    title: messages.title.traffic,
    page: lazyPage(async () => (await import("../pages/traffic/traffic-page.js")).TrafficPage),
    group: "own",
    owned: "traffic",
    icon: "traffic",
    shortcut: "x",
  },
  ...accountRows,
  {
    path: "/wallet/menu",
    title: messages.title.menu,
    page: lazyPage(async () => (await import("../pages/menu/menu-page.js")).MenuPage),
    needsWallet: false,
  },
  {
    path: "/wallet/connect",
    title: messages.title.connect,
    page: lazyPage(async () => (await import("../pages/dapp/connect-page.js")).ConnectPage),
    frame: "minimal",
  },
  {
    path: "/wallet/approve/:id",
    title: messages.title.approve,
    page: lazyPage(async () => (await import("../pages/dapp/approve-page.js")).ApprovePage),
    frame: "minimal",
  },
  ...consoleRows,
];

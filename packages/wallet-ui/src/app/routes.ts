import { HomePage } from "../pages/home/home-page.js";
import { consoleRows } from "./console-rows.js";
import { lazyPage, type PageRow } from "./page-row.js";

export type { PageRow };

/** All pages; of several that match the first one is shown. */
export const pageRows: ReadonlyArray<PageRow> = [
  {
    path: "/wallet",
    title: "Home",
    page: HomePage,
    group: "wallet",
    icon: "home",
    shortcut: "h",
  },
  {
    path: "/wallet/history",
    title: "History",
    page: lazyPage(async () => (await import("../pages/history/history-page.js")).HistoryPage),
    group: "wallet",
    icon: "history",
    shortcut: "t",
  },
  {
    path: "/wallet/history/:eventId",
    title: "Transaction",
    page: lazyPage(
      async () => (await import("../pages/history/transaction-page.js")).TransactionPage,
    ),
  },
  {
    path: "/wallet/holdings",
    title: "Holdings",
    page: lazyPage(async () => (await import("../pages/holdings/holdings-page.js")).HoldingsPage),
    group: "wallet",
    icon: "coins",
    shortcut: "c",
  },
  {
    path: "/wallet/rewards",
    title: "Rewards",
    page: lazyPage(async () => (await import("../pages/rewards/rewards-page.js")).RewardsPage),
    group: "more",
    icon: "star",
    shortcut: "w",
  },
  {
    path: "/wallet/traffic",
    title: "Traffic",
    page: lazyPage(async () => (await import("../pages/traffic/traffic-page.js")).TrafficPage),
    group: "more",
    icon: "send",
    shortcut: "x",
  },
  {
    path: "/wallet/menu",
    title: "All pages",
    page: lazyPage(async () => (await import("../pages/menu/menu-page.js")).MenuPage),
    needsWallet: false,
  },
  {
    path: "/wallet/gallery",
    title: "Components",
    page: lazyPage(async () => (await import("../pages/gallery/gallery-page.js")).GalleryPage),
    needsWallet: false,
  },
  ...consoleRows,
];

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

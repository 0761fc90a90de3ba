import { type ComponentType, lazy } from "react";
import type { IconName } from "../components/base/icon.js";
import { HomePage } from "../pages/home/home-page.js";

/** A page: one row here, and a file in `pages`. */
export interface PageRow {
  /** As wouter matches it: `/wallet/history/:eventId`. */
  readonly path: string;
  /** In the navigation; the page says its own in its heading. */
  readonly title: string;
  readonly page: ComponentType;
  /** Where the navigation has it; absent: only links lead there. */
  readonly group?: "wallet" | "more" | "console";
  readonly icon?: IconName;
  /** `g`, then this letter leads there. */
  readonly shortcut?: string;
  /** `minimal`: for pages that another page opens; without navigation. */
  readonly frame?: "full" | "minimal";
  /** False: the page is shown also to users without a wallet. */
  readonly needsWallet?: boolean;
}

const lazyPage = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: await load() }));

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
];

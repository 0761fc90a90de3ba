import { type ComponentType, lazy } from "react";
import type { IconName } from "../components/base/icon.js";
import { loadPart } from "../data/load-part.js";

/** Kinds of things whose pages are in the navigation only for who has some. */
export type Owned =
  | "holdings"
  | "rewards"
  | "traffic"
  | "subscriptions"
  | "names"
  | "allocations"
  | "delegations"
  | "fund";

/** A page: a row of `routes.ts`, and a file in `pages`. */
export interface PageRow {
  /** As wouter matches it: `/wallet/history/:eventId`. */
  readonly path: string;
  /** In the navigation; the page says its own in its heading. */
  readonly title: string;
  readonly page: ComponentType;
  /** Where the navigation has it; absent: only links lead there. */
  readonly group?: "money" | "own" | "settings" | "console" | "ledger";
  /** What one has where the navigation shows it; it is found by the search always. */
  readonly owned?: Owned;
  readonly icon?: IconName;
  /** Pages below this path are shown as a part of it: `/console/updates`. */
  readonly partsBelow?: string;
  /** `g`, then this letter leads there. */
  readonly shortcut?: string;
  /** `minimal`: for pages that another page opens; without navigation. */
  readonly frame?: "full" | "minimal";
  /** False: the page is shown also to users without a wallet. */
  readonly needsWallet?: boolean;
}

/** A page whose files are loaded when it is shown. */
export const lazyPage = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: await loadPart(load) }));

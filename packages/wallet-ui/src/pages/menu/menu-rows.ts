import { createContext, useContext } from "react";
import type { IconName } from "../../components/base/icon.js";

/** What the menu shows of a page. */
export interface MenuRow {
  readonly path: string;
  readonly title: string;
  readonly group: "money" | "own" | "settings" | "console" | "ledger";
  readonly icon: IconName;
  readonly shortcut?: string | undefined;
}

/** Carries the pages to the menu, which is one of them. */
export const MenuRows = createContext<ReadonlyArray<MenuRow>>([]);

export const useMenuRows = (): ReadonlyArray<MenuRow> => useContext(MenuRows);

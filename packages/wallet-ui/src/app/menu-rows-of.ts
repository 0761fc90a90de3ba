import type { MenuRow } from "../pages/menu/menu-rows.js";
import type { PageRow } from "./routes.js";

/** The pages that have a place in the navigation. */
export const menuRowsOf = (rows: ReadonlyArray<PageRow>): ReadonlyArray<MenuRow> =>
  rows.flatMap(({ path, title, group, icon = "info", shortcut }) =>
    group === undefined ? [] : [{ path, title, group, icon, shortcut }],
  );

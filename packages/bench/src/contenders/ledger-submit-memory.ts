import type { OpenContender } from "../contender.js";
import { openWithViews } from "./ledger-submit-views.js";

/** The ledger with everything in memory, and its views. */
export const open: OpenContender = (settings) => openWithViews({}, settings);

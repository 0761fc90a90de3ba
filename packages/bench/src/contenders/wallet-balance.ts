import type { OpenContender } from "../contender.js";
import { balanceIn, openViews } from "./wallet-coins.js";

/** Balances of parties, added up from the wallet's views. */
export const open: OpenContender = (settings) => openViews(settings, balanceIn);

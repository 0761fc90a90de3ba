import type { OpenContender } from "../contender.js";
import { balanceOfRows, openTable } from "./bare-coins.js";

/** Balances of parties, added up from the rows of one query. */
export const open: OpenContender = (settings) => openTable(settings, balanceOfRows);
